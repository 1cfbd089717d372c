import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useWhenSeen } from '../runs/use-when-seen.ts'
import { type Journey, journeySeconds, type Traveller } from './journey.ts'

const curve = 'cubic-bezier(0.45, 0, 0.25, 1)'
const timing = { duration: journeySeconds * 1000 }
const peelSeconds = 0.16
const printSeconds = 0.22

const at = (seconds: number) => Math.min(1, seconds / journeySeconds)

/**
 * Plays the journey inside `rootRef` once, when `figureRef` is half visible, and again on `play()`.
 * The markup is the end state, so it is complete without JavaScript and with reduced motion.
 */
export function useJourney(journey: Journey): {
  rootRef: RefObject<HTMLDivElement | null>
  figureRef: RefObject<HTMLElement | null>
  play: () => void
} {
  const rootRef = useRef<HTMLDivElement>(null)
  const figureRef = useRef<HTMLElement>(null)
  const running = useRef<Animation[]>([])

  const play = useCallback(() => {
    for (const animation of running.current) animation.cancel()
    running.current = []
    const root = rootRef.current
    if (!root || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    running.current = animate(root, journey)
  }, [journey])

  useWhenSeen(figureRef, play)

  useEffect(() => {
    const pauseWhileHidden = () => {
      for (const animation of running.current) {
        // Finished animations must not restart.
        if (document.hidden && animation.playState === 'running') animation.pause()
        if (!document.hidden && animation.playState === 'paused') animation.play()
      }
    }
    document.addEventListener('visibilitychange', pauseWhileHidden)
    return () => document.removeEventListener('visibilitychange', pauseWhileHidden)
  }, [])

  return { rootRef, figureRef, play }
}

function animate(root: HTMLElement, { travellers, printedAt, stops }: Journey): Animation[] {
  const all = (selector: string) => [...root.querySelectorAll(selector)]
  const sheets = all('.journey-sheet').flatMap((sheet, index) => {
    const traveller = travellers[index]
    if (!traveller) return []
    const covers = [...sheet.querySelectorAll('.cover')].map((cover, depth) =>
      cover.animate(peel(traveller.before[depth]?.until ?? 0), timing),
    )
    return [sheet.animate(travel(traveller), timing), ...covers]
  })
  const printed = [
    ...all('.record-line').map((line, index) => ({ node: line, second: printedAt[index] })),
    ...all('.run-stop-mark').map((mark, index) => ({
      node: mark,
      second: stops[index]?.reachedAt,
    })),
  ]
  return [...sheets, ...printed.map(({ node, second = 0 }) => node.animate(print(second), timing))]
}

/** A document waits at the end of each leg until the next one begins. */
function travel({ legs }: Traveller): Keyframe[] {
  const frame = (path: string, distance: string, second: number): Keyframe => ({
    offset: at(second),
    // Replaces the transform in the markup while the path positions the document.
    transform: 'none',
    offsetPath: `path("${path}")`,
    offsetDistance: distance,
    offsetRotate: '0deg',
    easing: curve,
  })
  const moves = legs.flatMap(({ path, from, to }) => [
    frame(path, '0%', from),
    frame(path, '100%', to),
  ])
  const waits = legs.slice(1).map(({ path }, index) => frame(path, '0%', legs[index]?.to ?? 0))
  const first = legs[0]
  const last = legs.at(-1)
  const ends = [
    ...(first ? [frame(first.path, '0%', 0)] : []),
    ...(last ? [frame(last.path, '100%', journeySeconds)] : []),
  ]
  // Stable sort: where a leg ends, its last frame stays before the next leg's first.
  return [...moves, ...waits, ...ends].sort((one, other) => offsetOf(one) - offsetOf(other))
}

function offsetOf(frame: Keyframe): number {
  return typeof frame.offset === 'number' ? frame.offset : 0
}

function peel(second: number): Keyframe[] {
  return [
    { offset: 0, opacity: 1 },
    { offset: at(second), opacity: 1 },
    { offset: at(second + peelSeconds), opacity: 0 },
    { offset: 1, opacity: 0 },
  ]
}

function print(second: number): Keyframe[] {
  return [
    { offset: 0, opacity: 0 },
    { offset: at(second), opacity: 0 },
    { offset: at(second + printSeconds), opacity: 1 },
    { offset: 1, opacity: 1 },
  ]
}
