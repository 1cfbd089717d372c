import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { budgets, labelOf, timelines } from '#contract/consultation-options.ts'
import { call, type Output } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import type { Lead, LeadKind } from '../lead.ts'
import { conversions } from './contract.ts'
import { type ConversionValues, firstValues, toConversion } from './conversion-values.ts'

const labels = {
  existingClientId: 'Client',
  phone: 'Phone',
  notes: 'Notes',
  createProject: 'Create a project',
  projectTitle: 'Project title',
  projectDescription: 'Project description',
  projectBudget: 'Budget',
  projectTimeline: 'Timeline',
}

/** The server validates. */
const schema = z.custom<ConversionValues>()

export function useConversionForm(
  options: DialogState & {
    lead: Lead
    kind: LeadKind
    refresh: () => unknown
    onSaved: (client: Output<typeof conversions.convert>) => void
  },
) {
  const { lead, kind, ...others } = options
  return useRecordForm({
    ...others,
    id: 'conversion',
    noun: kind.toLowerCase(),
    success: null,
    labels,
    schema,
    valuesOf: () => firstValues(lead, kind),
    draft: `client from lead ${lead.id}`,
    save: (values, sending) =>
      call(browser, conversions.convert, toConversion(lead.id, values), sending),
    failure: `Failed to convert ${kind.toLowerCase()}`,
  })
}

type Props = Pick<ReturnType<typeof useConversionForm>, 'form' | 'field' | 'about'> & { lead: Lead }

/** For an inquiry, phone and notes only; for a consultation (`withProject`), a project as well. */
export function ConversionFields({ withProject, ...props }: Props & { withProject: boolean }) {
  const { form, field } = props
  const values = form.watch()
  return (
    <>
      <ClientChoice {...props} />
      <TextField optional type="tel" autoComplete="off" {...field('phone')} />
      <TextAreaField
        hint={values.existingClientId && 'Added below the client’s existing notes.'}
        {...field('notes')}
      />
      {withProject && (
        <fieldset className="grid min-w-0 gap-5 border-t border-rule pt-4">
          <legend className="sr-only">Project</legend>
          <Checkbox label={labels.createProject} {...form.register('createProject')} />
          {values.createProject && (
            <>
              <TextField {...field('projectTitle')} />
              <TextAreaField optional {...field('projectDescription')} />
              <div className="grid gap-5 sm:grid-cols-2">
                <TextField
                  optional
                  hint={meaning(budgets, values.projectBudget)}
                  {...field('projectBudget')}
                />
                <TextField
                  optional
                  hint={meaning(timelines, values.projectTimeline)}
                  {...field('projectTimeline')}
                />
              </div>
            </>
          )}
        </fieldset>
      )}
    </>
  )
}

/** The label of a stored value; undefined for free text. */
function meaning(options: typeof budgets, value: string): string | undefined {
  const label = labelOf(options, value)
  return label === value ? undefined : label
}

/** Offers clients with the lead's email address, fetched whenever the dialog opens. */
function ClientChoice({ lead, form, about }: Props) {
  const { data: matches } = useQuery({ ...query(conversions.matches, { id: lead.id }), gcTime: 0 })
  if (!matches?.length) return null
  const options = [
    { value: '', label: 'Create a new client' },
    ...matches.map(({ id, name, company, status }) => ({
      value: id,
      label: `Link to ${name}`,
      hint: [company, status].filter(Boolean).join(' · '),
    })),
  ]
  return (
    <FormMessage tone="note">
      <RadioGroup
        id={about('existingClientId').id}
        error={about('existingClientId').error}
        legend={
          matches.length === 1
            ? 'A client with this email already exists'
            : `${matches.length.toLocaleString()} clients with this email already exist`
        }
        name="existingClientId"
        options={options}
        value={form.watch('existingClientId')}
        onChange={({ currentTarget }) =>
          form.setValue('existingClientId', currentTarget.value, { shouldDirty: true })
        }
      />
    </FormMessage>
  )
}
