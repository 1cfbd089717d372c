import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { useLateCode } from '../ui/late-code.tsx'
import { useOpenings } from '../ui/use-openings.ts'
import { guard, unsaved } from './drafts.ts'

const loadDialog = async () => (await import('../ui/alert-dialog.tsx')).AlertDialog

/** Changes of the query alone, such as another tab, do not count as leaving. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  const [logout, setLogout] = useState<{ answer: (leave: boolean) => void }>()
  const open = logout !== undefined || blocker.state === 'blocked'
  const openings = useOpenings(open)
  function answer(leave: boolean) {
    logout?.answer(leave)
    setLogout(undefined)
    if (leave) blocker.proceed?.()
    else blocker.reset?.()
  }
  const stay = () => answer(false)
  // Loaded from the start, because it must open without a network.
  const wish = { wanted: true, open, count: openings }
  const { code: AlertDialog } = useLateCode(loadDialog, wish, stay)
  useEffect(() => {
    guard.ask = () => new Promise((resolve) => setLogout({ answer: resolve }))
    return () => {
      delete guard.ask
    }
  }, [])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved.size > 0) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  if (!AlertDialog) return null
  return (
    <AlertDialog
      open={open}
      onOpenChange={stay}
      title={logout ? 'Log out without saving?' : 'Leave without saving?'}
      description={
        logout
          ? 'What you typed is not saved and will be lost.'
          : 'What you typed is not saved. This tab keeps it until you come back or log out.'
      }
      confirmLabel={logout ? 'Log out' : 'Leave'}
      cancelLabel="Stay"
      tone="primary"
      sends={false}
      onConfirm={() => answer(true)}
    />
  )
}
