import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { call, type Output } from '#contract/endpoint.ts'
import { NewPassword } from '#contract/passwords.ts'
import { ApiError } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { Queries } from '#web/api/queries.tsx'
import { query } from '#web/api/query.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { firmOf, useFirm } from '#web/firm.ts'
import { Logo } from '#web/logo/marks.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AwaitingScript, CenteredSpinner } from '#web/ui/spinner.tsx'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { DisplayNameField } from '../account/display-name-field.tsx'
import { DisplayName } from '../account/schemas.ts'
import { NewPasswordField } from '../passwords/new-password-field.tsx'
import { auth } from '../sign-in/contract.ts'
import type { Route } from './+types/invitation-page.ts'
import { invitations } from './contract.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [
    { title: `Choose your password | ${firmOf(matches).name}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

export default function InvitationPage() {
  const { hash } = useLocation()
  const [token, setToken] = useState<string | undefined>()
  useEffect(() => setToken(hash.slice(1)), [hash])
  return (
    <main className="wrap flex min-h-dvh flex-col items-center justify-center py-14">
      <div className="w-full max-w-[26rem]">
        <div className="mb-8">
          <Logo reloadDocument />
        </div>
        <Queries>{token === undefined ? <AwaitingScript /> : <Invitation token={token} />}</Queries>
      </div>
    </main>
  )
}

function Invitation({ token }: { token: string }) {
  const { data, isPending, isFetching, error, refetch } = useQuery(
    query(invitations.check, { token }),
  )
  if (isPending) return <CenteredSpinner />
  if (data) {
    return (
      <div className="panel p-6 sm:p-8">
        <PasswordForm token={token} invitation={data} />
      </div>
    )
  }
  const isInvalid = error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code)
  if (!isInvalid) {
    return (
      <ErrorState
        message="Unable to check this link at this time."
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  }
  return (
    <div className="panel p-6 sm:p-8">
      <h1 className="h3">This link isn’t valid anymore</h1>
      <p className="mt-3 text-ink-2">
        It works once and for seven days. Ask an owner of the back office for a new one.
      </p>
      <p className="mt-5">
        <Link className="link" to="/admin/login">
          Go to the sign-in
        </Link>
      </p>
    </div>
  )
}

function PasswordForm(props: { token: string; invitation: Output<typeof invitations.check> }) {
  const firm = useFirm()
  const { token, invitation } = props
  const { username, displayName, role, joining, expiresAt } = invitation
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useRecordForm({
    id: 'invitation',
    labels: { displayName: 'Display name', password: 'Password' },
    schema: z.object({ displayName: DisplayName, password: NewPassword }),
    valuesOf: () => ({ displayName: displayName ?? '', password: '' }),
    async save({ password, displayName }) {
      const chosen = { token, password, ...(joining && { displayName }) }
      const { message } = await call(browser, invitations.accept, chosen)
      // If this is refused, the sign-in page asks for a second factor or shows the reason.
      const answer = await call(browser, auth.login, { username, password }).catch(() => undefined)
      return { message, isSignedIn: answer?.outcome === 'signed_in' }
    },
    async onSaved({ message, isSignedIn }) {
      // The session is fetched again, as an earlier one may have belonged to the same user and have
      // ended.
      client.removeQueries({ queryKey: [auth.me.name] })
      if (isSignedIn) {
        await navigate('/admin', { replace: true, state: { justSignedIn: true } })
        return
      }
      toast({ title: message, description: 'Sign in with your new password.' })
      await navigate('/admin/login', { replace: true, state: { username, signedOut: true } })
    },
    failure: 'Unable to save the password. Please try again.',
  })
  return (
    <form noValidate className="grid gap-5" onSubmit={form.submit}>
      {form.messages}
      <div>
        <h1 className="h3">
          {joining ? 'Welcome. Choose your password' : 'Choose a new password'}
        </h1>
        <p className="mt-2 text-ink-2">
          {joining ? (
            <>
              You join the back office of {firm.name} as{' '}
              <strong className="text-ink wrap-anywhere">{username}</strong>, with the role {role}.
            </>
          ) : (
            <>
              For <strong className="text-ink wrap-anywhere">{username}</strong>. Wherever you are
              signed in now, you are signed out.
            </>
          )}
        </p>
      </div>
      {joining && <DisplayNameField optional {...form.field('displayName')} />}
      {/* Lets password managers save the username with the password. */}
      <input hidden name="username" autoComplete="username" value={username} readOnly />
      <NewPasswordField {...form.field('password')} />
      <Button type="submit" variant="primary" size="lg" busy={form.busy}>
        Save Password
      </Button>
      <p className="field-hint">
        This link works once, until <Time value={expiresAt} format="datetime" />.
      </p>
    </form>
  )
}
