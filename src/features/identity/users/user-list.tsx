import { type RefObject, use, useMemo } from 'react'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataList } from '#web/ui/data-list.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, RowHeader } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { capital } from '#web/ui/words.ts'
import { IdentitySlotsContext } from '../account/slots.ts'
import type { User } from './contract.ts'
import { RoleSelect } from './role-select.tsx'
import { useUserChanges } from './use-user-changes.ts'
import { LinkDialog, type OpenDialog, Question } from './user-dialogs.tsx'

const LazyProfile = lazyComponent(async () => (await import('./profile-dialog.tsx')).ProfileDialog)

type UserListProps = {
  users: User[]
  self: string
  heading: RefObject<HTMLHeadingElement | null>
}
type RowProps = {
  user: User
  self: boolean
  onAsk: (dialog: OpenDialog, opener: HTMLElement | null) => void
}

export function UserList(props: UserListProps) {
  const { users, self, heading } = props
  const { BeforeLeaving } = use(IdentitySlotsContext)
  const { subject: asked, opening, show, state } = useDialog<OpenDialog>()
  const columns = useMemo(() => columnsOf(self, show), [self, show])
  const question = asked && asked.what !== 'link' && asked.what !== 'profile' && (
    <Question key={opening} {...state} user={asked.user} what={asked.what} heading={heading} />
  )
  return (
    <>
      <DataList
        caption="Users"
        // Six columns with text buttons need more width than most tables.
        tableFrom="64rem"
        columns={columns}
        card={(user) => <UserCard user={user} self={user.id === self} onAsk={show} />}
        rows={users}
      />
      {asked?.what === 'link' && <LinkDialog key={opening} {...state} user={asked.user} />}
      {/* Each opening fetches the profile anew. */}
      {asked?.what === 'profile' && state.open && <LazyProfile {...state} user={asked.user} />}
      {asked?.what === 'deactivate' && BeforeLeaving ? (
        <BeforeLeaving key={opening} {...state} user={asked.user}>
          {question}
        </BeforeLeaving>
      ) : (
        question
      )}
    </>
  )
}

const columnsOf = (self: string, onAsk: RowProps['onAsk']): Column<User>[] => [
  {
    key: 'user',
    label: 'User',
    cell: (user) => (
      <RowHeader className="min-w-44 py-2!">
        <Name user={user} self={user.id === self} />
      </RowHeader>
    ),
  },
  {
    key: 'role',
    label: 'Role',
    cell: (user) => (
      <Cell>
        <RoleSelect user={user} self={user.id === self} />
      </Cell>
    ),
  },
  {
    key: 'state',
    label: 'State',
    cell: (user) => (
      <Cell>
        <State user={user} />
      </Cell>
    ),
  },
  {
    key: 'secondFactor',
    label: 'Two-factor authentication',
    cell: ({ secondFactor }) => (
      <Cell>{secondFactor ? 'On' : <span className="text-ink-2">Off</span>}</Cell>
    ),
  },
  {
    key: 'seen',
    label: 'Last seen',
    cell: (user) => (
      <Cell className="whitespace-nowrap">
        <LastSeen user={user} />
      </Cell>
    ),
  },
  {
    key: 'actions',
    label: 'Actions',
    className: 'text-end!',
    cell: (user) => (
      <Cell className="pr-3!">
        <UserActions user={user} self={user.id === self} onAsk={onAsk} />
      </Cell>
    ),
  },
]

function UserCard({ user, self, onAsk }: RowProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start">
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Name user={user} self={self} />
          <State user={user} />
        </div>
        <p className="small text-ink-2">
          Two-factor authentication {user.secondFactor ? 'on' : 'off'} · last seen{' '}
          <LastSeen user={user} />
        </p>
      </div>
      <RoleSelect user={user} self={self} />
      <UserActions user={user} self={self} onAsk={onAsk} />
    </div>
  )
}

/** The number of actions shown as buttons; the others are in a menu. */
const shownActions = 2

function UserActions({ user, self, onAsk }: RowProps) {
  const { username, state, secondFactor } = user
  const { activate } = useUserChanges(user)
  const ask = (label: string, what: OpenDialog['what'], danger = false): RowAction => ({
    label,
    danger,
    onSelect: (opener) => onAsk({ user, what }, opener),
  })
  const invited = state === 'invited' || state === 'expired'
  const other = state === 'active' && !self
  const actions: RowAction[] = [
    ...(self ? [] : [ask('Profile', 'profile')]),
    ...(invited ? [ask('New Link', 'link'), ask('Cancel Invitation', 'cancel', true)] : []),
    ...(other ? [ask('New Password', 'link')] : []),
    ...(other && secondFactor ? [ask('Reset Two-Factor Authentication', 'resetSecondFactor')] : []),
    ...(state === 'active' ? [ask('Deactivate', 'deactivate', true)] : []),
    ...(state === 'deactivated' ? [{ label: 'Activate', onSelect: () => activate.mutate() }] : []),
  ]
  const more = actions.slice(shownActions)
  return (
    <div className="-mx-3 flex flex-wrap lg:mx-0 lg:justify-end">
      {actions.slice(0, shownActions).map(({ label, onSelect }) => (
        <Button
          key={label}
          variant="quiet"
          aria-label={`${label}: ${username}`}
          busy={label === 'Activate' && activate.isPending}
          onClick={({ currentTarget }) => onSelect(currentTarget)}
        >
          {label}
        </Button>
      ))}
      {more.length > 0 && <RowMenu label={`More for ${username}`} items={more} />}
    </div>
  )
}

function Name({ user, self }: { user: User; self: boolean }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold wrap-anywhere">{user.username}</span>
        {self && <Badge variant="outline">you</Badge>}
      </p>
      {user.email && <p className="small font-normal wrap-anywhere text-ink-2">{user.email}</p>}
    </div>
  )
}

const variants: Record<User['state'], BadgeVariant> = {
  active: 'default',
  invited: 'canary',
  expired: 'rose',
  deactivated: 'secondary',
}

function State({ user: { state, invitedUntil } }: { user: User }) {
  const word = state === 'expired' ? 'Invitation expired' : capital(state)
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

function LastSeen({ user: { lastSeenAt } }: { user: User }) {
  if (!lastSeenAt) return <span className="text-ink-2">not signed in</span>
  return <Time value={lastSeenAt} format="datetime" />
}
