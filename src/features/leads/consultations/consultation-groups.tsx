import type { ComponentProps, ReactNode } from 'react'
import { serviceOptions } from '../../../contract/service-options.ts'
import { Checkbox } from '../../../web/ui/checkbox.tsx'
import { Field, Fieldset } from '../../../web/ui/field.tsx'
import { Select, TextArea, TextInput } from '../../../web/ui/inputs.tsx'
import { RadioGroup } from '../../../web/ui/radio-group.tsx'
import type { ContactProblems } from '../contact/contact-values.ts'
import { type Answers, controlId, groups, type Question } from './answers.ts'
import { groupId } from './consultation-rail.tsx'
import {
  budgets,
  contactChoices,
  type Option,
  projectTypes,
  teamSizes,
  timelines,
  urgencies,
} from './options.ts'

type Shared = { first: Answers; problems: ContactProblems }

const services = serviceOptions.filter(({ inConsultation }) => inConsultation)

/** Uncontrolled: the form holds the answers, `first` the initial values. */
export function ConsultationGroups({ first, problems, disabled }: Shared & { disabled: boolean }) {
  const shared = { first, problems }
  return (
    <>
      <Group index={0} disabled={disabled}>
        <p className="consultation-wide field-hint">
          These four are all we need. Anything below helps us prepare.
        </p>
        <Line ask="name" label="Name" required autoComplete="name" {...shared} />
        <Line
          ask="email"
          label="Email"
          required
          type="email"
          autoComplete="email"
          spellCheck={false}
          maxLength={254}
          {...shared}
        />
        <Line ask="company" label="Company" required autoComplete="organization" wide {...shared} />
        <Lines
          ask="projectDescription"
          label="Project description"
          required
          wide
          placeholder="Which process, how many items a week, where it gets stuck…"
          {...shared}
        />
      </Group>
      <Group index={1} disabled={disabled}>
        <Line ask="phone" label="Phone" type="tel" autoComplete="tel" maxLength={50} {...shared} />
        <Line ask="jobTitle" label="Job title" autoComplete="organization-title" {...shared} />
      </Group>
      <Group index={2} disabled={disabled}>
        <Choice ask="projectType" label="Project type" options={projectTypes} wide {...shared} />
        <Lines
          ask="currentChallenges"
          label="Current challenges"
          placeholder="What is slow, what goes wrong"
          {...shared}
        />
        <Lines
          ask="goals"
          label="Goals"
          placeholder="What should be different in half a year"
          {...shared}
        />
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
        <Choice ask="timeline" label="Timeline" options={timelines} {...shared} />
        <Choice ask="budget" label="Budget" options={budgets} {...shared} />
        <Choice ask="teamSize" label="Team size" options={teamSizes} {...shared} />
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
        <Lines ask="additionalNotes" label="Additional notes" wide {...shared} />
      </Group>
    </>
  )
}

function Group({
  index,
  disabled,
  children,
}: {
  index: number
  disabled: boolean
  children: ReactNode
}) {
  const group = groups[index]
  if (!group) return null
  return (
    <fieldset id={groupId(group.id)} disabled={disabled} className="consultation-group">
      <legend className="consultation-legend">{group.legend}</legend>
      <div className="consultation-fields">{children}</div>
    </fieldset>
  )
}

type Asked = Shared & {
  ask: Exclude<Question, 'servicesInterested' | 'hasExistingAI'>
  label: string
  required?: boolean
  wide?: boolean
}

function frameOf({ ask, label, required, wide, problems }: Asked) {
  return {
    id: controlId(ask),
    label,
    required,
    optional: !required,
    error: problems[ask],
    className: wide ? 'consultation-wide' : undefined,
  }
}

function Line({
  ask,
  label,
  required,
  wide,
  first,
  problems,
  ...input
}: Asked & Omit<ComponentProps<typeof TextInput>, keyof Asked>) {
  return (
    <Field {...frameOf({ ask, label, required, wide, first, problems })}>
      <TextInput name={ask} defaultValue={first[ask]} maxLength={200} {...input} />
    </Field>
  )
}

function Lines({
  ask,
  label,
  required,
  wide,
  first,
  problems,
  placeholder,
}: Asked & { placeholder?: string }) {
  return (
    <Field {...frameOf({ ask, label, required, wide, first, problems })}>
      <TextArea
        name={ask}
        defaultValue={first[ask]}
        rows={3}
        maxLength={5000}
        placeholder={placeholder}
      />
    </Field>
  )
}

function Choice({ options, ...asked }: Asked & { options: Option[] }) {
  return (
    <Field {...frameOf(asked)}>
      <Select name={asked.ask} defaultValue={asked.first[asked.ask]}>
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
