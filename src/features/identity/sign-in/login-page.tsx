import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { Queries } from '#web/api/queries.tsx'
import { firmOf } from '#web/firm.ts'
import { Logo } from '#web/logo/marks.tsx'
import { AwaitingScript } from '#web/ui/spinner.tsx'
import type { Route } from './+types/login-page.ts'
import { SignInSteps } from './sign-in-steps.tsx'
import { useSession } from './use-session.ts'

export function meta({ matches }: Route.MetaArgs) {
  const title = `Sign in | ${firmOf(matches).name} admin`
  return [{ title }, { name: 'robots', content: 'noindex' }]
}

type Arrival = { signedOut?: boolean; username?: string } | null

export default function LoginPage() {
  return (
    <Queries>
      <SignIn />
    </Queries>
  )
}

function SignIn() {
  const session = useSession()
  const arrival = useLocation().state as Arrival
  const [justSignedIn, setJustSignedIn] = useState(false)
  // After a failed logout the session is still valid, but the form must stay visible.
  const stays = Boolean(arrival?.signedOut) && !justSignedIn
  if (session.state === 'authenticated' && !stays) {
    return <Navigate to="/admin" replace state={{ justSignedIn }} />
  }
  return (
    <main className="wrap flex min-h-dvh flex-col items-center justify-center py-14">
      <div className="w-full max-w-[24rem]">
        <div className="mb-8">
          <Logo reloadDocument />
        </div>
        {session.state === 'loading' ? (
          <AwaitingScript />
        ) : (
          <div className="panel p-6 sm:p-8">
            <SignInSteps
              username={arrival?.username ?? ''}
              onSignedIn={() => setJustSignedIn(true)}
            />
          </div>
        )}
      </div>
    </main>
  )
}
