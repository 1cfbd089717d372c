import { useEffect, useRef, useState } from 'react'
import { createPath, type Location, useBlocker } from 'react-router'
import { useStore } from '../store.ts'
import { LateFailure, useLateCode, whenIdle } from '../ui/late-code.tsx'
import { awaitedScreen, loadAllScreens, loadScreen, missingScreen } from '../ui/screen-code.ts'
import { useOpenings } from '../ui/use-openings.ts'
import { loadDocument, missingDocument, useDocumentLinks } from './document-links.ts'
import { guard, unsaved } from './drafts.ts'

const loadDialog = async () => (await import('../ui/alert-dialog.tsx')).AlertDialog

/**
 * Changes of the query alone, such as another tab, do not count as leaving. Also waits for the code
 * of the next screen: the router has one blocker for both. Keeps the app where a document is missing.
 */
export function LeaveGuard() {
  const [asks, setAsks] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const held = useRef<Location>(undefined)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const leaves = currentLocation.pathname !== nextLocation.pathname
    setAsks(leaves && unsaved.size > 0)
    setMissing(false)
    const holds = leaves && (unsaved.size > 0 || missingScreen(nextLocation.pathname) !== undefined)
    held.current = holds ? nextLocation : undefined
    return holds
  })
  const [logout, setLogout] = useState<{ answer: (leave: boolean) => void }>()
  const isBlocked = blocker.state === 'blocked'
  const open = logout !== undefined || (isBlocked && asks)
  const openings = useOpenings(open)
  function answer(leave: boolean) {
    logout?.answer(leave)
    setLogout(undefined)
    if (!isBlocked) return
    if (leave) setAsks(false)
    else blocker.reset()
  }
  const stay = () => answer(false)
  // Loaded from the start, because it must open without a network.
  const wish = { wanted: true, open, count: openings }
  const { code: AlertDialog } = useLateCode(loadDialog, wish, stay)
  const waits = isBlocked && !asks && !isMissing
  useEffect(() => {
    if (!waits || blocker.state !== 'blocked') return
    let left = false
    awaitedScreen.set(blocker.location.pathname)
    loadScreen(blocker.location.pathname).then((outcome) => {
      // Somebody may have gone elsewhere since, and React not rendered it yet.
      if (left || held.current !== blocker.location) return
      if (outcome === 'gone') location.assign(createPath(blocker.location))
      else if (outcome === 'ready') blocker.proceed()
      else setMissing(true)
    })
    return () => {
      left = true
      awaitedScreen.set(undefined)
    }
  }, [waits, blocker])
  // The first screen and its data come first: running the others takes seconds on a slow machine.
  useEffect(() => whenIdle(() => void loadAllScreens(), { afterMs: 5_000 }), [])
  useDocumentLinks()
  const missing = useStore(missingDocument)
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
  if (missing) {
    return (
      <LateFailure
        title={`This ${missing.includes('/api/') ? 'file' : 'page'} couldn’t be loaded`}
        retry="Retry"
        onRetry={() => void loadDocument(missing)}
        onDismiss={() => missingDocument.set(undefined)}
      />
    )
  }
  if (isBlocked && isMissing) {
    return (
      <LateFailure
        title="This screen couldn’t be loaded"
        retry="Retry"
        onRetry={() => setMissing(false)}
        onDismiss={() => blocker.reset()}
      />
    )
  }
  if (!AlertDialog) return null
  return (
    <AlertDialog
      open={open}
      onOpenChange={stay}
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
