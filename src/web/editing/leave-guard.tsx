import { useEffect, useState } from 'react'
import { useLazyCode } from '../ui/lazy-code.tsx'
import { useOpenings } from '../ui/use-openings.ts'
import { useBlockedNavigation } from './blocked-navigation.tsx'
import { guard, saveUnsaved, unsaved } from './drafts.ts'

const loadDialog = async () => (await import('../ui/alert-dialog.tsx')).AlertDialog

function isUnsaved(): boolean {
  saveUnsaved()
  return unsaved.size > 0
}

/** Asks users for confirmation before they leave unsaved changes. */
export function LeaveGuard() {
  const { isAsked, failure, leave, stay: stayHere } = useBlockedNavigation('admin', isUnsaved)
  const [logout, setLogout] = useState<{ answer: (leave: boolean) => void }>()
  const open = logout !== undefined || isAsked
  function answer(leaves: boolean) {
    logout?.answer(leaves)
    setLogout(undefined)
    if (leaves) leave()
    else stayHere()
  }
  const stay = () => answer(false)
  // The code is loaded from the start, because the dialog must also open offline.
  const wish = { wanted: true, open, count: useOpenings(open) }
  const { code: AlertDialog } = useLazyCode(loadDialog, wish, stay)
  useEffect(() => {
    guard.ask = () => new Promise((resolve) => setLogout({ answer: resolve }))
    return () => {
      delete guard.ask
    }
  }, [])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  if (failure) return failure
  if (!AlertDialog) return null
  return (
    <AlertDialog
      open={open}
      onClose={stay}
      title={logout ? 'Log out without saving?' : 'Leave without saving?'}
      description={
        logout
          ? 'What you typed isn’t saved and will be lost.'
          : 'What you typed isn’t saved. This tab keeps it until you come back or log out.'
      }
      confirmLabel={logout ? 'Log Out' : 'Leave'}
      cancelLabel="Stay"
      sends={false}
      onConfirm={() => answer(true)}
    />
  )
}
