import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import {
  budgets,
  contactChoices,
  type Option,
  projectTypes,
  teamSizes,
  timelines,
  urgencies,
} from '#contract/consultation-options.ts'
import { maxPhoneLength } from '#contract/phone-number.ts'
import { serviceOptions } from '#contract/service-options.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, Fieldset } from '#web/ui/field.tsx'
import { Select, TextArea, TextInput } from '#web/ui/inputs.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { ContactProblems } from '../contact-form/contact-values.ts'
import { type Answers, controlId, groups, type TextQuestion } from './answers.ts'
import { groupId } from './consultation-rail.tsx'

type Shared = { first: Answers; problems: ContactProblems }

const SharedContext = createContext<Shared | null>(null)

const services = serviceOptions.filter(({ inConsultation }) => inConsultation)

/** The inputs are uncontrolled: the form holds the answers, `first` the initial values. */
export function ConsultationGroups({ first, problems, disabled }: Shared & { disabled: boolean }) {
  return (
    <SharedContext value={{ first, problems }}>
      <Group index={0} disabled={disabled}>
        <p className="consultation-wide field-hint">
          These four are all we need. Anything below helps us prepare.
        </p>
        <Line ask="name" label="Name" required autoComplete="name" />
        <Line
          ask="email"
          label="Email"
          required
          type="email"
          autoComplete="email"
          spellCheck={false}
          limit={254}
        />
        <Line ask="company" label="Company" required autoComplete="organization" wide />
        <Lines
          ask="projectDescription"
          label="Project description"
          required
          wide
          placeholder="Which process, how many items a week, where it gets stuck…"
        />
      </Group>
      <Group index={1} disabled={disabled}>
        <Line ask="phone" label="Phone" type="tel" autoComplete="tel" limit={maxPhoneLength} />
        <Line ask="jobTitle" label="Job title" autoComplete="organization-title" />
      </Group>
      <Group index={2} disabled={disabled}>
        <Choice ask="projectType" label="Project type" options={projectTypes} wide />
        <Lines
          ask="currentChallenges"
          label="Current challenges"
          placeholder="What is slow, what goes wrong"
        />
        <Lines ask="goals" label="Goals" placeholder="What should be different in half a year" />
        <Fieldset
          id={controlId('servicesInterested')}
          legend="Services you are interested in"
          optional
          error={problems.servicesInterested}
          className="consultation-wide"
        >
          <div className="consultation-choices">
            {services.map(({ value, label }) => (
              <Checkbox
                key={value}
                name="servicesInterested"
                value={label}
                label={label}
                defaultChecked={first.servicesInterested.includes(label)}
              />
            ))}
          </div>
        </Fieldset>
      </Group>
      <Group index={3} disabled={disabled}>
        <Choice ask="timeline" label="Timeline" options={timelines} />
        <Choice ask="budget" label="Budget" options={budgets} />
        <Choice ask="teamSize" label="Team size" options={teamSizes} />
        <RadioGroup
          id={controlId('urgency')}
          legend="Urgency"
          optional
          name="urgency"
          options={urgencies}
          defaultValue={first.urgency}
          inline
          error={problems.urgency}
        />
        <Checkbox
          id={controlId('hasExistingAI')}
          name="hasExistingAI"
          label="We already use AI or automation today"
          defaultChecked={first.hasExistingAI}
          className="consultation-wide"
        />
      </Group>
      <Group index={4} disabled={disabled}>
        <RadioGroup
          id={controlId('preferredContactMethod')}
          legend="Preferred contact method"
          optional
          name="preferredContactMethod"
          options={contactChoices}
          defaultValue={first.preferredContactMethod}
          inline
          error={problems.preferredContactMethod}
          className="consultation-wide"
        />
        <Lines ask="additionalNotes" label="Additional notes" wide />
      </Group>
    </SharedContext>
  )
}

function Group(props: { index: number; disabled: boolean; children: ReactNode }) {
  const group = groups[props.index]
  if (!group) return null
  return (
    <fieldset id={groupId(group.id)} disabled={props.disabled} className="consultation-group">
      <legend className="consultation-legend">{group.legend}</legend>
      <div className="consultation-fields">{props.children}</div>
    </fieldset>
  )
}

type Asked = { ask: TextQuestion; label: string; required?: boolean; wide?: boolean }

function useAsked({ ask, label, required, wide }: Asked) {
  const shared = use(SharedContext)
  const field = {
    id: controlId(ask),
    label,
    required,
    optional: !required,
    error: shared?.problems[ask],
    className: wide ? 'consultation-wide' : undefined,
  }
  return { field, control: { name: ask, defaultValue: shared?.first[ask] } }
}

function Line(props: Asked & Omit<ComponentProps<typeof TextInput>, keyof Asked>) {
  const { ask: _, label: __, required: ___, wide: ____, ...input } = props
  const { field, control } = useAsked(props)
  return (
    <Field {...field}>
      <TextInput {...control} limit={200} {...input} />
    </Field>
  )
}

function Lines({ placeholder, ...asked }: Asked & { placeholder?: string }) {
  const { field, control } = useAsked(asked)
  return (
    <Field {...field}>
      <TextArea {...control} rows={3} limit={5000} placeholder={placeholder} />
    </Field>
  )
}

function Choice({ options, ...asked }: Asked & { options: Option[] }) {
  const { field, control } = useAsked(asked)
  return (
    <Field {...field}>
      <Select {...control}>
        <option value="">Choose one</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
