import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Journey } from './journey.ts'

/**
 * Plays once when the figure is half visible, and again on `play()`. The markup is the end state.
 */
export function useJourney(journey: Journey): {
  rootRef: RefObject<HTMLDivElement | null>
  figureRef: RefObject<HTMLElement | null>
  play: () => void
} {
  const rootRef = useRef<HTMLDivElement>(null)
  const figureRef = useRef<HTMLElement>(null)
  const seen = useRef(false)
  const cancel = useRef<(() => void) | undefined>(undefined)

  const play = useCallback(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    import('./play-journey.ts').then(
      ({ playJourney }) => {
        cancel.current?.()
        cancel.current = rootRef.current ? playJourney(rootRef.current, journey.motion) : undefined
      },
      () => {},
    )
  }, [journey])

  useEffect(() => {
    if (seen.current) {
      // The visitor chose another journey.
      play()
      return
    }
    if (!figureRef.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        seen.current = true
        play()
      },
      { threshold: 0.5 },
    )
    observer.observe(figureRef.current)
    return () => observer.disconnect()
  }, [play])

  return { rootRef, figureRef, play }
}
