import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type SectionId, sections } from './sections.ts'

/**
 * The section across the upper middle of the window; null above the first one and on other pages.
 */
export function useCurrentSection(): SectionId | null {
  const { pathname } = useLocation()
  const [current, setCurrent] = useState<SectionId | null>(null)

  useEffect(() => {
    setCurrent(null)
    if (pathname !== '/') return
    const crossing = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) crossing.add(target.id)
          else crossing.delete(target.id)
        }
        setCurrent(sections.find(({ id }) => crossing.has(id))?.id ?? null)
      },
      { rootMargin: '-35% 0px -64% 0px' },
    )
    for (const { id } of sections) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [pathname])

  return current
}
