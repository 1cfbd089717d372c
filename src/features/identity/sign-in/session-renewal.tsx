import { useEffect, useRef } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { renewWith } from '#web/api/session-renewal.ts'
import { useLazyCode } from '#web/ui/lazy-code.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { SessionUser } from './contract.ts'

const loadDialog = async () => (await import('./renewal-dialog.tsx')).RenewalDialog

const refusal = (message: string) =>
  new ApiError(401, JSON.stringify({ code: 'unauthenticated', message }), '')

/**
 * Calls that find the session ended wait for a new sign-in. They are rejected if another user signs
 * in.
 */
export function SessionRenewal({ user }: { user: SessionUser }) {
  const dialog = useDialog<true>()
  const { opening, show } = dialog
  const { open, onClose } = dialog.state
  const waiting = useRef<PromiseWithResolvers<void> | null>(null)
  const request = { wanted: open, open, count: opening }
  const { code: Dialog } = useLazyCode(loadDialog, request, giveUp)

  useEffect(
    () =>
      renewWith(() => {
        waiting.current ??= Promise.withResolvers()
        show(true)
        return waiting.current.promise
      }),
    [show],
  )

  function finish(problem?: ApiError) {
    onClose()
    if (problem) waiting.current?.reject(problem)
    else waiting.current?.resolve()
    waiting.current = null
  }
  function giveUp() {
    finish(refusal('Your session has ended. Please sign in again.'))
  }
  function signedIn({ id, username }: SessionUser) {
    if (id === user.id) return finish()
    const description = `${username} is signed in now. What ${user.username} started wasn’t sent.`
    finish(refusal(description))
    toast({ title: 'Someone else signed in', description })
  }
  return (
    Dialog && (
      <Dialog
        key={opening}
        open={open}
        onClose={giveUp}
        username={user.username}
        onSignedIn={signedIn}
      />
    )
  )
}
