import { type Move, motions } from './motions.ts'

/** In seconds. Below five seconds, WCAG 2.2.2 requires no pause control. */
export const journeySeconds = 4.6

const timing = { duration: journeySeconds * 1000 }
const peelSeconds = 0.16
const printSeconds = 0.22

/** Plays a journey, pausing while the page is hidden. @returns a function that cancels it. */
export function playJourney(root: HTMLElement, motion: string): () => void {
  const { moves, stops, printed } = motions[motion] ?? { moves: [], stops: [], printed: [] }
  const all = (selector: string) => [...root.querySelectorAll(selector)]
  const sheets = all('.journey-sheet').flatMap((sheet, index) => {
    const move = moves[index]
    if (!move) return []
    return [
      sheet.animate(travel(move), timing),
      ...[...sheet.querySelectorAll('.cover')].map((cover, depth) =>
        cover.animate(fade(1, coversOf(move)[depth] ?? 0, peelSeconds), timing),
      ),
    ]
  })
  const print = (selector: string, seconds: number[]) =>
    all(selector).map((node, index) =>
      node.animate(fade(0, seconds[index] ?? 0, printSeconds), timing),
    )
  const running = [
    ...sheets,
    // On narrow screens the receipt stands above the figure and may be read right now, so it stays
    // visible.
    ...(matchMedia('(width >= 65rem)').matches ? print('.record-line', printed) : []),
    ...print('.journey-stop-mark', stops),
  ]
  const pauseWhileHidden = () => {
    for (const animation of running) {
      if (document.hidden && animation.playState === 'running') animation.pause()
      // A finished animation must not restart.
      if (!document.hidden && animation.playState === 'paused') animation.play()
    }
  }
  const over = new AbortController()
  document.addEventListener('visibilitychange', pauseWhileHidden, { signal: over.signal })
  void Promise.allSettled(running.map(({ finished }) => finished)).then(() => over.abort())
  return () => {
    for (const animation of running) animation.cancel()
  }
}

/**
 * The seconds at which a document's earlier colors disappear, from the bottom color to the top one.
 */
export const coversOf = ({ takenUpAt, askedAt }: Move) =>
  askedAt === undefined ? [takenUpAt] : [askedAt, takenUpAt]

const at = (seconds: number) => Math.min(1, seconds / journeySeconds)

function travel({ route, times }: Move): Keyframe[] {
  const frame = (path: string, offsetDistance: string, second = 0): Keyframe => ({
    offset: at(second),
    // The path positions the document now, so the transform in the markup must not apply.
    transform: 'none',
    offsetPath: `path("${path}")`,
    offsetDistance,
    offsetRotate: '0deg',
    easing: 'cubic-bezier(0.45, 0, 0.25, 1)',
  })
  const frames = route
    .slice(0, times.length / 2)
    .flatMap((path, leg) => [
      frame(path, '0%', times[2 * leg - 1]),
      frame(path, '0%', times[2 * leg]),
      frame(path, '100%', times[2 * leg + 1]),
    ])
  return [...frames, { ...frames.at(-1), offset: 1 }]
}

function fade(from: 0 | 1, second: number, seconds: number): Keyframe[] {
  const to = 1 - from
  return [
    { offset: 0, opacity: from },
    { offset: at(second), opacity: from },
    { offset: at(second + seconds), opacity: to },
    { offset: 1, opacity: to },
  ]
}
