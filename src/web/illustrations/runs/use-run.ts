import {
  type AnimationEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useWhenSeen } from './use-when-seen.ts'

/**
 * Plays the run inside `rootRef` once, when `figureRef` is half visible, and again on `play()`. The
 * markup is the end state; `rootProps` only starts the animation, so it is complete without
 * JavaScript and with reduced motion.
 */
export function useRun(): {
  rootRef: RefObject<HTMLDivElement | null>
  figureRef: RefObject<HTMLElement | null>
  rootProps: {
    'data-run': 'ended' | 'playing'
    onAnimationEnd: (event: AnimationEvent) => void
  }
  play: () => void
} {
  const rootRef = useRef<HTMLDivElement>(null)
  const figureRef = useRef<HTMLElement>(null)
  const [playing, setPlaying] = useState(false)

  const play = useCallback(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const animation of rootRef.current?.getAnimations({ subtree: true }) ?? []) {
      if (animation instanceof CSSAnimation) animation.currentTime = 0
    }
    setPlaying(true)
  }, [])

  useWhenSeen(figureRef, play)

  useEffect(() => {
    const pauseWhileHidden = () =>
      rootRef.current?.toggleAttribute('data-paused', document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', pauseWhileHidden)
    return () => document.removeEventListener('visibilitychange', pauseWhileHidden)
  }, [])

  // The root has an animation without effect that lasts as long as the whole run.
  const onAnimationEnd = useCallback((event: AnimationEvent) => {
    if (event.animationName === 'run-clock') setPlaying(false)
  }, [])

  return {
    rootRef,
    figureRef,
    rootProps: { 'data-run': playing ? 'playing' : 'ended', onAnimationEnd },
    play,
  }
}
