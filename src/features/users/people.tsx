import type { RefObject } from 'react'
import { Badge, type BadgeVariant } from '../../web/ui/badge.tsx'
import { Cell, ColumnHeader, RowHeader, Table } from '../../web/ui/table.tsx'
import { Time } from '../../web/ui/time.tsx'
import { useTables } from '../../web/ui/use-media.ts'
import type { User } from './contract.ts'
import { PersonActions } from './person-actions.tsx'
import { RoleSelect } from './role-select.tsx'

type Heading = RefObject<HTMLHeadingElement | null>
type RowProps = { person: User; self: boolean; heading: Heading }

/** A table where there is room, else a list with the same in it. */
export function People({
  people,
  self,
  heading,
}: {
  people: User[]
  self: string
  heading: Heading
}) {
  const rows = people.map((person) => ({ person, self: person.id === self, heading }))
  if (!useTables()) {
    return (
      <ul className="divide-y divide-rule">
        {rows.map((row) => (
          <PersonItem key={row.person.id} {...row} />
        ))}
      </ul>
    )
  }
  return (
    <Table caption="Users">
      <thead>
        <tr>
          <ColumnHeader className="pl-5!">User</ColumnHeader>
          <ColumnHeader>Role</ColumnHeader>
          <ColumnHeader>State</ColumnHeader>
          <ColumnHeader>Second factor</ColumnHeader>
          <ColumnHeader>Last seen</ColumnHeader>
          <ColumnHeader className="pr-5! text-end!">Actions</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PersonRow key={row.person.id} {...row} />
        ))}
      </tbody>
    </Table>
  )
}

function PersonRow({ person, self, heading }: RowProps) {
  return (
    <tr>
      <RowHeader className="py-2! pl-5!">
        <Name person={person} self={self} />
      </RowHeader>
      <Cell>
        <RoleSelect person={person} self={self} />
      </Cell>
      <Cell>
        <State person={person} />
      </Cell>
      <Cell>{person.secondFactor ? 'on' : <span className="text-ink-2">off</span>}</Cell>
      <Cell className="whitespace-nowrap">
        <LastSeen person={person} />
      </Cell>
      <Cell className="pr-3!">
        <PersonActions person={person} self={self} returnFocusTo={heading} />
      </Cell>
    </tr>
  )
}

function PersonItem({ person, self, heading }: RowProps) {
  return (
    <li className="grid gap-3 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <Name person={person} self={self} />
        <State person={person} />
      </div>
      <p className="small text-ink-2">
        Second factor {person.secondFactor ? 'on' : 'off'} · last seen <LastSeen person={person} />
      </p>
      <RoleSelect person={person} self={self} />
      <PersonActions person={person} self={self} returnFocusTo={heading} />
    </li>
  )
}

function Name({ person, self }: { person: User; self: boolean }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold break-all">{person.username}</span>
        {self && <Badge variant="outline">you</Badge>}
      </p>
      {person.email && <p className="small font-normal break-all text-ink-2">{person.email}</p>}
    </div>
  )
}

const looks: Record<User['state'], BadgeVariant> = {
  active: 'default',
  invited: 'canary',
  expired: 'rose',
  deactivated: 'secondary',
}

function State({ person: { state, invitedUntil } }: { person: User }) {
  const word = state === 'expired' ? 'invitation expired' : state
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge variant={looks[state]}>{word}</Badge>
      {invitedUntil && (
        <span className="small text-ink-2">
          {state === 'expired' ? 'on ' : 'until '}
          <Time value={invitedUntil} />
        </span>
      )}
    </span>
  )
}

function LastSeen({ person: { lastSeenAt } }: { person: User }) {
  if (!lastSeenAt) return <span className="text-ink-2">not signed in</span>
  return <Time value={lastSeenAt} format="datetime" />
}
