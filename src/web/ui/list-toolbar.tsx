import type { ReactNode } from 'react'
import { Field } from './field.tsx'
import { Select, TextInput } from './inputs.tsx'
import './list-toolbar.css'
import { searchProblem } from './refused-input.ts'
import { capital } from './words.ts'

/** Search and status filter above a list. */
export function ListToolbar<S extends string>(props: {
  /** A plural noun. */
  subject: string
  /** The fields that are searched, such as 'name or email'. */
  fields: string
  typed: string
  setTyped: (text: string) => void
  statuses: readonly S[]
  /** Undefined for all statuses. */
  status: S | undefined
  setStatus: (status: S | undefined) => void
  /** Number of matches in words, empty while loading. Screen readers announce its changes. */
  count: string
  children: ReactNode
}) {
  const { subject, statuses, status, setStatus } = props
  return (
    <search className="list-toolbar no-print" aria-label={`Filter ${subject}`}>
      <Field
        label={`Search ${subject}`}
        error={searchProblem(props.typed)}
        hideLabel
        className="list-search"
      >
        <TextInput
          type="search"
          value={props.typed}
          placeholder={`Search ${props.fields}…`}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => props.setTyped(event.currentTarget.value)}
        />
      </Field>
      <Field label="Filter by status" hideLabel className="list-status">
        <Select
          value={status ?? 'all'}
          onChange={({ currentTarget: { value } }) =>
            setStatus(statuses.find((each) => each === value))
          }
        >
          <option value="all">All statuses</option>
          {statuses.map((each) => (
            <option key={each} value={each}>
              {capital(each)}
            </option>
          ))}
        </Select>
      </Field>
      <p role="status" className="list-count text-ink-2 tabular-nums">
        {props.count}
      </p>
      {props.children}
    </search>
  )
}
