import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { textsOf, useRecordForm } from '#web/editing/record-form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/labeled.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import type { Project } from '../contract.ts'
import { useRefresh } from '../use-refresh.ts'
import { type ProjectDetail, projects } from './contract.ts'
import { dayOf } from './project-dates.ts'
import { ProjectStatusOptions } from './project-status.tsx'
import { TypedProject, typedProgress } from './schemas.ts'

const labels = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  progress: 'Progress (%)',
  budget: 'Budget',
  startDate: 'Start Date',
  endDate: 'End Date',
}

const schema = TypedProject.refine(
  ({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate,
  { path: ['endDate'], error: 'The end date is before the start date' },
)

/** An unchanged day keeps its stored time of day. */
function timestampOf(day: Date | null | undefined, stored: string | null | undefined) {
  const moment = day?.toISOString()
  return (dayOf(moment) === dayOf(stored) ? stored : moment) ?? null
}

/** Adds a project, or edits the given one. Must be remounted each time it opens. */
export function ProjectDialog(
  props: DialogState & {
    clientId: string
    project?: Project
    onSaved?: (project: ProjectDetail) => void
  },
) {
  const { clientId, project, onSaved, ...dialog } = props
  const refresh = useRefresh()
  const state = useRecordForm({
    ...dialog,
    id: 'project-form',
    noun: 'project',
    labels,
    schema,
    record: project,
    valuesOf: (record) => ({
      ...textsOf(record, ['title', 'description', 'budget']),
      status: record?.status ?? 'prospect',
      progress: String(record?.progress ?? 0),
      startDate: dayOf(record?.startDate),
      endDate: dayOf(record?.endDate),
    }),
    draft: `project ${project?.id ?? `new ${clientId}`}`,
    save(values, options, base) {
      const startDate = timestampOf(values.startDate, base?.startDate)
      const endDate = timestampOf(values.endDate, base?.endDate)
      const { startDate: _, endDate: __, ...details } = values
      if (project) {
        const changes = { ...details, clientId, projectId: project.id, startDate, endDate }
        return call(browser, projects.update, changes, options)
      }
      const dates = { ...(startDate && { startDate }), ...(endDate && { endDate }) }
      return call(browser, projects.create, { ...details, clientId, ...dates }, options)
    },
    recordOf: (saved) => saved,
    async refresh(saved) {
      const id = saved?.id ?? project?.id
      await Promise.all([refresh.client(), id && refresh.project()])
    },
    onSaved,
  })
  const { field, form } = state
  function clampProgress() {
    const typed = form.getValues('progress')
    const clamped = typedProgress(typed)
    if (clamped !== typed) form.setValue('progress', clamped, { shouldValidate: true })
  }
  return (
    <FormDialog
      {...state.dialog}
      title={project ? 'Edit Project' : 'Create New Project'}
      submitLabel={project ? 'Save Changes' : 'Create Project'}
    >
      {state.messages}
      <TextField required limit={200} autoComplete="off" {...field('title')} />
      <TextAreaField optional rows={3} limit={5000} {...field('description')} />
      <div className="form-pair">
        <SelectField {...field('status')}>
          <ProjectStatusOptions />
        </SelectField>
        <TextField
          hint="A whole number from 0 to 100"
          inputMode="numeric"
          autoComplete="off"
          {...field('progress', { onBlur: clampProgress })}
        />
        <TextField optional type="date" max="9999-12-31" {...field('startDate')} />
        <TextField optional type="date" max="9999-12-31" {...field('endDate')} />
      </div>
      <TextField
        optional
        hint="For example $10,000"
        limit={100}
        autoComplete="off"
        {...field('budget')}
      />
    </FormDialog>
  )
}
