import { useOutletContext } from 'react-router'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { adminHead } from '#web/firm.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Directions } from './directions.tsx'
import { FailedMails } from './failed-mails.tsx'
import { SuspectThreads } from './suspect-threads.tsx'
import { UnreadableMails } from './unreadable-mails.tsx'

export const meta = adminHead('Email')

export default function MailPage() {
  const user = useOutletContext<SessionUser>()
  return (
    <>
      <h1 className="h3 mb-6">Email</h1>
      {user.role === 'agent' ? (
        <section className="panel">
          <EmptyState
            title="Only admins can manage email"
            headingLevel={2}
            action={<ButtonLink to="/admin">Back to the Dashboard</ButtonLink>}
          >
            If an email didn’t arrive, ask an admin.
          </EmptyState>
        </section>
      ) : (
        <div className="grid gap-5">
          <Directions />
          <FailedMails />
          <SuspectThreads />
          <UnreadableMails />
        </div>
      )}
    </>
  )
}
