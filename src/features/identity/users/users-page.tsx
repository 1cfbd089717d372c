import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useOutletContext } from 'react-router'
import { brand } from '../../../brand.ts'
import { query } from '../../../web/api/query.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Loaded } from '../../../web/ui/loaded.tsx'
import { Skeleton } from '../../../web/ui/loading.tsx'
import { useOpenings } from '../../../web/ui/use-openings.ts'
import type { SessionUser } from '../sign-in/contract.ts'
import { users } from './contract.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { People } from './people.tsx'

export function meta() {
  return [{ title: `Users · ${brand.name} admin` }, { name: 'robots', content: 'noindex' }]
}

export default function UsersPage() {
  const user = useOutletContext<SessionUser>()
  if (user.role === 'owner') return <OwnersView self={user.id} />
  return (
    <>
      <h1 className="h3 mb-6">Users</h1>
      <section className="panel">
        <EmptyState
          title="Only owners manage users"
          headingLevel={2}
          action={<ButtonLink to="/admin">Back to the dashboard</ButtonLink>}
        >
          Ask an owner to invite somebody or to change a role. Your own password and sessions are in{' '}
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
  const [inviting, setInviting] = useState(false)
  const openings = useOpenings(inviting)
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
        <Button
          variant="primary"
          icon={UserPlus}
          className="ml-auto"
          onClick={() => setInviting(true)}
        >
          Invite user
        </Button>
      </div>
      <section className="panel overflow-hidden" aria-label="Users">
        <Loaded
          query={people}
          className="m-5"
          message="Unable to load users at this time."
          skeleton={<LoadingPeople />}
        >
          {(list) => <People people={list} self={self} heading={heading} />}
        </Loaded>
      </section>
      <InviteDialog key={openings} open={inviting} onOpenChange={setInviting} />
    </>
  )
}

function LoadingPeople() {
  return (
    <ul className="divide-y divide-rule" aria-busy="true" aria-label="Loading">
      {['first', 'second', 'third'].map((row) => (
        <li key={row} className="flex h-[52px] items-center gap-6 px-5">
          <Skeleton className="h-3.5 w-40" />
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-32" />
        </li>
      ))}
    </ul>
  )
}
