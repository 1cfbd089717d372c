import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { reasonOf, refusedFields } from '../../../web/api/api-error.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { EditConflict, isStale, useEditConflict } from '../../../web/editing/edit-conflict.tsx'
import { useFormDraft } from '../../../web/editing/use-draft.ts'
import { ErrorSummary } from '../../../web/ui/error-summary.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { FormMessage, RequiredNote } from '../../../web/ui/form-note.tsx'
import { tellFailure } from '../../../web/ui/outcome.ts'
import { Select } from '../../../web/ui/select.tsx'
import { TextArea } from '../../../web/ui/text-area.tsx'
import { TextInput } from '../../../web/ui/text-input.tsx'
import { NewProject, type Project } from './contract.ts'
import { dayOf, timestampOf } from './project-dates.ts'
import { ProjectStatusOptions } from './project-status.tsx'

const labels = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  progress: 'Progress (%)',
  budget: 'Budget',
  startDate: 'Start Date',
  endDate: 'End Date',
}
type Name = keyof typeof labels
const names = Object.keys(labels) as Name[]

function valuesOf(project?: Project) {
  return {
    title: project?.title ?? '',
    description: project?.description ?? '',
    status: project?.status ?? 'prospect',
    progress: String(project?.progress ?? 0),
    budget: project?.budget ?? '',
    startDate: dayOf(project?.startDate),
    endDate: dayOf(project?.endDate),
  }
}

const endsEarly = 'The end date is before the start date'

const ProjectForm = NewProject.superRefine(({ startDate, endDate }, context) => {
  if (startDate && endDate && endDate < startDate) {
    context.addIssue({ code: 'custom', path: ['endDate'], message: endsEarly })
  }
})

/** State and submission of the form: one request at a time, refusals beside the fields. */
export function useProjectForm({
  clientId,
  project,
  open,
  save,
  failure,
}: {
  clientId: string
  project?: Project
  open: boolean
  save: (details: NewProject, ifMatch: string | undefined) => Promise<unknown>
  failure: string
}) {
  const form = useForm({
    resolver: zodResolver(ProjectForm),
    defaultValues: valuesOf(project),
    shouldFocusError: false,
  })
  const conflict = useEditConflict(form, project, valuesOf)
  const name = `project ${project?.id ?? `new ${clientId}`}`
  const { discard } = useFormDraft(form, name, { open, ...conflict })
  const saving = useMutation({
    mutationFn: (details: NewProject) => save(details, conflict.base?.updatedAt),
    onSuccess: discard,
    onError: (error) => {
      if (conflict.meet(error)) return
      for (const { name, message } of refusedFields(error, names)) form.setError(name, { message })
      tellFailure(error, failure)
    },
  })
  /** An unchanged day keeps its stored time of day. */
  function day(name: 'startDate' | 'endDate'): string | null {
    const chosen = form.getValues(name) ?? ''
    const stored = conflict.base?.[name] ?? null
    return chosen === dayOf(stored) ? stored : timestampOf(chosen)
  }
  return {
    form,
    saving,
    discard,
    conflict,
    failed: saving.isError && !isStale(saving.error) ? reasonOf(saving.error, failure) : null,
    submit: form.handleSubmit((details) => {
      if (saving.isPending) return
      saving.mutate({ ...details, startDate: day('startDate'), endDate: day('endDate') })
    }),
  }
}

export function ProjectFields({
  id,
  state: { form, conflict, failed, submit },
}: {
  /** Id of the form element, for a button outside it; also the prefix of the field ids. */
  id: string
  state: ReturnType<typeof useProjectForm>
}) {
  const { errors, submitCount } = form.formState
  const problems = names.flatMap((name) => {
    const message = errors[name]?.message
    return message ? [{ id: `${id}-${name}`, message }] : []
  })
  const field = (name: Name) => ({
    id: `${id}-${name}`,
    label: labels[name],
    error: errors[name]?.message,
  })
  return (
    <form id={id} noValidate className="form-grid" onSubmit={submit}>
      <ErrorSummary errors={problems} attempt={submitCount} />
      {failed && <FormMessage>{failed}</FormMessage>}
      <EditConflict conflict={conflict} labels={labels} />
      <RequiredNote />
      <Field required {...field('title')}>
        <TextInput maxLength={200} autoComplete="off" {...form.register('title')} />
      </Field>
      <Field optional {...field('description')}>
        <TextArea rows={3} maxLength={5000} {...form.register('description')} />
      </Field>
      <div className="form-pair">
        <Field {...field('status')}>
          <Select {...form.register('status')}>
            <ProjectStatusOptions />
          </Select>
        </Field>
        <Field hint="A whole number from 0 to 100" {...field('progress')}>
          <TextInput inputMode="numeric" autoComplete="off" {...form.register('progress')} />
        </Field>
        <Field optional {...field('startDate')}>
          <TextInput type="date" max="9999-12-31" {...form.register('startDate')} />
        </Field>
        <Field optional {...field('endDate')}>
          <TextInput type="date" max="9999-12-31" {...form.register('endDate')} />
        </Field>
      </div>
      <Field optional hint="For example $10,000" {...field('budget')}>
        <TextInput maxLength={100} autoComplete="off" {...form.register('budget')} />
      </Field>
    </form>
  )
}
