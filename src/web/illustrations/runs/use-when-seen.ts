import { type RefObject, useEffect } from 'react'

/** Calls `act` once, when half of the element is visible. */
export function useWhenSeen(ref: RefObject<HTMLElement | null>, act: () => void): void {
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        act()
      },
      { threshold: 0.5 },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, act])
}
