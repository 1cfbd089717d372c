import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useRef } from 'react'
import { Link, useOutletContext } from 'react-router'
import { query } from '#web/api/query.ts'
import { adminHead } from '#web/firm.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { SessionUser } from '../sign-in/contract.ts'
import { users } from './contract.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { UserList } from './user-list.tsx'

export const meta = adminHead('Users')

export default function UsersPage() {
  const user = useOutletContext<SessionUser>()
  if (user.role === 'owner') return <OwnersView self={user.id} />
  return (
    <>
      <h1 className="h3 mb-6">Users</h1>
      <section className="panel">
        <EmptyState
          title="Only owners can manage users"
          headingLevel={2}
          action={<ButtonLink to="/admin">Back to the Dashboard</ButtonLink>}
        >
          Ask an owner to invite someone or change a role. Your own password and sessions are in{' '}
          <Link className="link" to="/admin/account">
            your account
          </Link>
          .
        </EmptyState>
      </section>
    </>
  )
}

function OwnersView({ self }: { self: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const inviting = useDialog<true>()
  const people = useQuery(query(users.list))
  const { data } = people
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 ref={heading} tabIndex={-1} className="h3">
          Users
        </h1>
        <p role="status" className="text-ink-2">
          {data && (data.length === 1 ? '1 user' : `${data.length.toLocaleString()} users`)}
        </p>
        <div className="ml-auto flex flex-wrap gap-2">
          <ButtonLink variant="quiet" to="/admin/audit">
            Audit Log
          </ButtonLink>
          <Button
            variant="primary"
            icon={UserPlus}
            onClick={({ currentTarget }) => inviting.show(true, currentTarget)}
          >
            Invite User
          </Button>
        </div>
      </div>
      <section className="panel panel-cut" aria-label="Users">
        <Loaded
          query={people}
          className="m-5"
          message="Unable to load users at this time."
          skeleton={<SkeletonList rows={3} />}
        >
          {(list) => <UserList users={list} self={self} heading={heading} />}
        </Loaded>
      </section>
      <InviteDialog key={inviting.opening} {...inviting.state} />
    </>
  )
}
