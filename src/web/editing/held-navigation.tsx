import { useEffect, useRef, useState } from 'react'
import { createPath, type Location, useBlocker } from 'react-router'
import { LazyFailure, whenIdle } from '../ui/lazy-code.tsx'
import { awaitedScreen, loadAllScreens, loadScreen, missingScreens } from '../ui/screen-code.ts'

/**
 * Holds a navigation until the code of its screen is here, and while somebody is asked. The router
 * has one blocker for both. Changes of the query alone, such as another tab, do not count as leaving.
 *
 * @param layout fetches the code of all its screens when the page is idle. @param asks whether
 * somebody is asked before they leave.
 */
export function useHeldNavigation(layout: string, asks: () => boolean) {
  const [isFetchingAny, setAsking] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const held = useRef<Location>(undefined)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const leaves = currentLocation.pathname !== nextLocation.pathname
    setAsking(leaves && asks())
    setMissing(false)
    const holds = leaves && (asks() || missingScreens(nextLocation.pathname).length > 0)
    held.current = holds ? nextLocation : undefined
    return holds
  })
  const waits = blocker.state === 'blocked' && !isFetchingAny && !isMissing
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
  useEffect(() => whenIdle(() => void loadAllScreens(layout), { afterMs: 5_000 }), [layout])
  const isBlocked = blocker.state === 'blocked'
  const failure = isBlocked && isMissing && (
    <LazyFailure
      title="This page couldn’t be loaded"
      retry="Retry"
      onRetry={() => setMissing(false)}
      onDismiss={() => blocker.reset()}
    />
  )
  return {
    isAsked: isBlocked && isFetchingAny,
    /** Shown where the code cannot be fetched. */
    failure,
    leave: () => setAsking(false),
    stay: () => blocker.reset?.(),
  }
}
