import { Checkbox } from '../../../web/ui/checkbox.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { TextArea, TextInput } from '../../../web/ui/inputs.tsx'
import { budgets, labelOf, timelines } from '../consultations/options.ts'
import type { ConversionValues } from './conversion-values.ts'

export function ProjectFields({
  values,
  problems,
  onChange,
}: {
  values: ConversionValues
  problems: Record<string, string>
  onChange: (changes: Partial<ConversionValues>) => void
}) {
  return (
    <fieldset className="grid min-w-0 gap-5 border-t border-rule pt-4">
      <legend className="sr-only">Project</legend>
      <Checkbox
        label="Create a project"
        checked={values.createProject}
        onChange={(event) => onChange({ createProject: event.currentTarget.checked })}
      />
      {values.createProject && (
        <>
          <Field label="Project title" error={problems.projectTitle}>
            <TextInput
              value={values.projectTitle}
              onChange={(event) => onChange({ projectTitle: event.currentTarget.value })}
            />
          </Field>
          <Field label="Project description" optional error={problems.projectDescription}>
            <TextArea
              value={values.projectDescription}
              onChange={(event) => onChange({ projectDescription: event.currentTarget.value })}
            />
          </Field>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label="Budget"
              optional
              error={problems.projectBudget}
              hint={meaning(budgets, values.projectBudget)}
            >
              <TextInput
                value={values.projectBudget}
                onChange={(event) => onChange({ projectBudget: event.currentTarget.value })}
              />
            </Field>
            <Field
              label="Timeline"
              optional
              error={problems.projectTimeline}
              hint={meaning(timelines, values.projectTimeline)}
            >
              <TextInput
                value={values.projectTimeline}
                onChange={(event) => onChange({ projectTimeline: event.currentTarget.value })}
              />
            </Field>
          </div>
        </>
      )}
    </fieldset>
  )
}

/** Label of a stored value; undefined for free text. */
function meaning(options: typeof budgets, value: string): string | undefined {
  const label = labelOf(options, value)
  return label === value ? undefined : label
}
