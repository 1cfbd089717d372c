import { type ComponentType, type ReactNode, type RefObject, useState } from 'react'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { useMedia } from '#web/ui/browser-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Cell, ColumnHeader, RowHeader, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import type { User } from './contract.ts'
import { type Asking, LinkDialog, Question } from './person-dialogs.tsx'
import type { PersonProfileProps } from './profile-dialog.tsx'
import { RoleSelect } from './role-select.tsx'
import { usePersonChanges } from './use-person-changes.ts'

/** Shows `children` once nothing keeps a person from being deactivated. */
export type BeforeLeaving = ComponentType<{
  person: User
  onClose: () => void
  children: ReactNode
}>

type PeopleProps = {
  people: User[]
  self: string
  heading: RefObject<HTMLHeadingElement | null>
  profileDialog: ComponentType<PersonProfileProps>
  beforeLeaving: BeforeLeaving
}
type RowProps = { person: User; self: boolean; onAsk: (asking: Asking) => void }

/** Table, or a list on narrow screens; open dialogs survive the switch. */
export function People(props: PeopleProps) {
  const { people, self, heading, profileDialog: Profile, beforeLeaving: BeforeLeaving } = props
  // Six columns with text buttons need more width than most tables.
  const tables = useMedia('(min-width: 64rem)')
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const question = asking && asking.what !== 'link' && asking.what !== 'profile' && (
    <Question person={asking.person} what={asking.what} onClose={close} heading={heading} />
  )
  const Row = tables ? PersonRow : PersonItem
  const rows = people.map((person) => (
    <Row key={person.id} person={person} self={person.id === self} onAsk={setAsking} />
  ))
  return (
    <>
      {tables ? (
        <PeopleTable>{rows}</PeopleTable>
      ) : (
        <ul className="divide-y divide-rule">{rows}</ul>
      )}
      {asking?.what === 'link' && <LinkDialog person={asking.person} onClose={close} />}
      {asking?.what === 'profile' && <Profile person={asking.person} onClose={close} />}
      {asking?.what === 'deactivate' ? (
        <BeforeLeaving person={asking.person} onClose={close}>
          {question}
        </BeforeLeaving>
      ) : (
        question
      )}
    </>
  )
}

function PeopleTable({ children }: { children: ReactNode }) {
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
      <tbody>{children}</tbody>
    </Table>
  )
}

function PersonRow({ person, self, onAsk }: RowProps) {
  return (
    <tr>
      <RowHeader className="min-w-44 py-2! pl-5!">
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
        <PersonActions person={person} self={self} onAsk={onAsk} />
      </Cell>
    </tr>
  )
}

function PersonItem({ person, self, onAsk }: RowProps) {
  return (
    <li className="grid gap-3 px-5 py-4 sm:grid-cols-[1fr_auto] sm:items-start">
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Name person={person} self={self} />
          <State person={person} />
        </div>
        <p className="small text-ink-2">
          Second factor {person.secondFactor ? 'on' : 'off'} · last seen{' '}
          <LastSeen person={person} />
        </p>
      </div>
      <RoleSelect person={person} self={self} />
      <PersonActions person={person} self={self} onAsk={onAsk} />
    </li>
  )
}

function PersonActions({ person, self, onAsk }: RowProps) {
  const { username, state, secondFactor } = person
  const { activate } = usePersonChanges(person)
  const ask = (what: Asking['what']) => () => onAsk({ person, what })
  const invited = state === 'invited' || state === 'expired'
  const other = state === 'active' && !self

  function action(label: string, onClick: () => void, busy = false) {
    return (
      <Button variant="quiet" aria-label={`${label}: ${username}`} busy={busy} onClick={onClick}>
        {label}
      </Button>
    )
  }

  return (
    <div className="-mx-3 flex flex-wrap lg:mx-0 lg:justify-end">
      {!self && action('Profile', ask('profile'))}
      {invited && action('New link', ask('link'))}
      {invited && action('Cancel invitation', ask('cancel'))}
      {other && action('New password', ask('link'))}
      {other && secondFactor && action('Reset second factor', ask('resetSecondFactor'))}
      {state === 'active' && action('Deactivate', ask('deactivate'))}
      {state === 'deactivated' && action('Activate', () => activate.mutate(), activate.isPending)}
    </div>
  )
}

function Name({ person, self }: { person: User; self: boolean }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold wrap-anywhere">{person.username}</span>
        {self && <Badge variant="outline">you</Badge>}
      </p>
      {person.email && <p className="small font-normal wrap-anywhere text-ink-2">{person.email}</p>}
    </div>
  )
}

const variants: Record<User['state'], BadgeVariant> = {
  active: 'default',
  invited: 'canary',
  expired: 'rose',
  deactivated: 'secondary',
}

function State({ person: { state, invitedUntil } }: { person: User }) {
  const word = state === 'expired' ? 'invitation expired' : state
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge variant={variants[state]}>{word}</Badge>
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
