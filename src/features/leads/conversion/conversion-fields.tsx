import { useQuery } from '@tanstack/react-query'
import { budgets, labelOf, timelines } from '#contract/consultation-options.ts'
import { query } from '#web/api/query.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { Lead } from '../lead.ts'
import { conversions } from './contract.ts'
import type { ConversionValues } from './conversion-values.ts'

type Props = {
  lead: Lead
  values: ConversionValues
  problems: Record<string, string>
  onChange: (changes: Partial<ConversionValues>) => void
}

/** For an inquiry, phone and notes only; for a consultation (`withProject`), a project as well. */
export function ConversionFields({ withProject, ...props }: Props & { withProject: boolean }) {
  const { values, problems, onChange } = props
  const field = (name: Exclude<keyof ConversionValues, 'createProject'>) => ({
    error: problems[name],
    value: values[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  })
  return (
    <>
      <ClientChoice {...props} />
      <TextField label="Phone" optional type="tel" autoComplete="off" {...field('phone')} />
      <TextAreaField
        label="Notes"
        hint={values.existingClientId && 'Added below the client’s existing notes.'}
        {...field('notes')}
      />
      {withProject && (
        <fieldset className="grid min-w-0 gap-5 border-t border-rule pt-4">
          <legend className="sr-only">Project</legend>
          <Checkbox
            label="Create a project"
            checked={values.createProject}
            onChange={(event) => onChange({ createProject: event.currentTarget.checked })}
          />
          {values.createProject && (
            <>
              <TextField label="Project title" {...field('projectTitle')} />
              <TextAreaField
                label="Project description"
                optional
                {...field('projectDescription')}
              />
              <div className="grid gap-5 sm:grid-cols-2">
                <TextField
                  label="Budget"
                  optional
                  hint={meaning(budgets, values.projectBudget)}
                  {...field('projectBudget')}
                />
                <TextField
                  label="Timeline"
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
function ClientChoice({ lead, values, onChange }: Props) {
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
        legend={
          matches.length === 1
            ? 'A client with this email already exists'
            : `${matches.length.toLocaleString()} clients with this email already exist`
        }
        name="existingClientId"
        options={options}
        value={values.existingClientId}
        onChange={(event) => onChange({ existingClientId: event.currentTarget.value })}
      />
    </FormMessage>
  )
}
