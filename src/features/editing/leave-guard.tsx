import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useLateCode } from '../../web/ui/use-late-code.ts'
import { useOpenings } from '../../web/ui/use-openings.ts'
import { unsaved } from './drafts.ts'

const loadDialog = async () => (await import('../../web/ui/alert-dialog.tsx')).AlertDialog

/** Asks before a page with unsaved text is left. Tabs of one page are no other page. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  const open = blocker.state === 'blocked'
  const openings = useOpenings(open)
  const stay = () => blocker.reset?.()
  const AlertDialog = useLateCode(loadDialog, { wanted: open, open, count: openings }, stay)
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
      title="Leave without saving?"
      description="What you typed is not saved. This tab keeps it until you come back or log out."
      confirmLabel="Leave"
      cancelLabel="Stay"
      tone="primary"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
