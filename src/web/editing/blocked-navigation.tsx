import { useEffect, useRef, useState } from 'react'
import { createPath, type Location, useBlocker } from 'react-router'
import { LazyFailure, whenIdle } from '../ui/lazy-code.tsx'
import { awaitedScreen, loadAllScreens, loadScreen, missingScreens } from '../ui/screen-code.ts'

/**
 * Blocks a navigation until the code of the target screen has loaded and any "unsaved changes"
 * question is resolved. One hook does both, because the router supports a single blocker. Changes
 * of the query alone, such as switching a tab, do not count as leaving.
 *
 * @param layout the route whose screens are all loaded once the page is idle.
 * @param asks whether users must be asked before they leave.
 */
export function useBlockedNavigation(layout: string, asks: () => boolean) {
  const [isAsking, setAsking] = useState(false)
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
  const waits = blocker.state === 'blocked' && !isAsking && !isMissing
  useEffect(() => {
    if (!waits || blocker.state !== 'blocked') return
    let left = false
    awaitedScreen.set(blocker.location.pathname)
    loadScreen(blocker.location.pathname).then((outcome) => {
      // The user may have gone elsewhere meanwhile, before React rendered it.
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
  // The delay lets the first screen and its data load first: evaluating the code of the other
  // screens takes seconds on a slow machine.
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
    isAsked: isBlocked && isAsking,
    /** Shown if the code cannot be fetched. */
    failure,
    leave: () => setAsking(false),
    stay: () => blocker.reset?.(),
  }
}
