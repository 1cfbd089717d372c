import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useLocation } from 'react-router'
import { brand } from '../../brand.ts'
import { call } from '../../contract/endpoint.ts'
import { sentenceOf } from '../../web/api/api-error.ts'
import { browser } from '../../web/api/browser.ts'
import { keyOf } from '../../web/api/query.ts'
import { Button } from '../../web/ui/button.tsx'
import { ErrorSummary } from '../../web/ui/error-summary.tsx'
import { Field } from '../../web/ui/field.tsx'
import { FormMessage } from '../../web/ui/form-note.tsx'
import { Icon } from '../../web/ui/icon.tsx'
import { CenteredSpinner } from '../../web/ui/spinner.tsx'
import { TextInput } from '../../web/ui/text-input.tsx'
import { toast } from '../../web/ui/toast-store.ts'
import { Logo } from '../site/marks.tsx'
import { auth, Credentials } from './contract.ts'
import { useSession } from './use-session.ts'

export function meta() {
  return [{ title: `Sign in | ${brand.name} admin` }, { name: 'robots', content: 'noindex' }]
}

const rejected = 'Invalid credentials'

export default function LoginPage() {
  const session = useSession()
  const { state } = useLocation()
  const [justSignedIn, setJustSignedIn] = useState(false)
  // After a logout that failed the session still answers, but the form must stay.
  const stays = Boolean((state as { signedOut?: boolean } | null)?.signedOut) && !justSignedIn
  if (session.state === 'authenticated' && !stays) {
    return <Navigate to="/admin" replace state={{ justSignedIn }} />
  }
  return (
    <main className="wrap flex min-h-dvh flex-col items-center justify-center py-14">
      <div className="w-full max-w-[24rem]">
        <div className="mb-8">
          <Logo />
        </div>
        {session.state === 'loading' ? (
          <CenteredSpinner />
        ) : (
          <LoginForm onSignedIn={() => setJustSignedIn(true)} />
        )}
      </div>
    </main>
  )
}

function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const client = useQueryClient()
  const [visible, setVisible] = useState(false)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Credentials),
    defaultValues: { username: '', password: '' },
    shouldFocusError: false,
  })
  const { errors, submitCount } = formState
  const login = useMutation({
    mutationFn: (credentials: Credentials) => call(browser, auth.login, credentials),
    onSuccess: ({ message, user }) => {
      onSignedIn()
      client.setQueryData(keyOf(auth.me, {}), { user })
      toast({ title: 'Success', description: message })
    },
    onError: (error) => {
      const description = sentenceOf(error, rejected)
      toast({ title: 'Login Failed', description, variant: 'destructive' })
    },
  })
  const problems = (['username', 'password'] as const).flatMap((id) => {
    const message = errors[id]?.message
    return message ? [{ id, message }] : []
  })
  return (
    <form
      noValidate
      className="panel grid gap-5 p-6 sm:p-8"
      onSubmit={handleSubmit((credentials) => login.mutate(credentials))}
    >
      <h1 className="h3">Sign in to the back office</h1>
      <ErrorSummary errors={problems} attempt={submitCount} />
      <Field id="username" label="Username" error={errors.username?.message}>
        <TextInput
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...register('username')}
        />
      </Field>
      <Field id="password" label="Password" error={errors.password?.message}>
        <TextInput
          type={visible ? 'text' : 'password'}
          autoComplete="current-password"
          {...register('password')}
        />
      </Field>
      <Button
        variant="quiet"
        size="sm"
        aria-pressed={visible}
        className="-mt-3 -ml-3 justify-self-start"
        onClick={() => setVisible(!visible)}
      >
        <Icon icon={visible ? EyeOff : Eye} size={18} />
        Show password
      </Button>
      {login.isError && (
        <FormMessage tone="danger">{sentenceOf(login.error, rejected)}</FormMessage>
      )}
      <Button type="submit" variant="primary" size="lg" busy={login.isPending}>
        Sign in
      </Button>
    </form>
  )
}
