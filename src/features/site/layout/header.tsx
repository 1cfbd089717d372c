import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { ChatButton } from '#features/chat/widget/chat-button.tsx'
import { ConsultationLink } from '#features/leads/consultation-form/consultation-link.tsx'
import { Logo } from '#web/logo/marks.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { SectionLink } from './section-link.tsx'
import { type SectionId, sections } from './sections.ts'
import { sectionLabel, useLayoutWords } from './use-layout-words.ts'

/** Sticky and opaque, 68 px high. It never hides, so that navigation stays in the same place. */
export function Header() {
  const current = useCurrentSection()
  const words = useLayoutWords()
  return (
    <header className="site-header no-print">
      <div className="wrap site-header-row">
        <Logo />
        <nav aria-label="Main" className="site-nav">
          <ul>
            {sections.map((id) => (
              <li key={id}>
                <SectionLink
                  section={id}
                  className="site-nav-link"
                  aria-current={current === id ? 'true' : undefined}
                >
                  {sectionLabel(words, id)}
                </SectionLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="site-header-tools">
          <div className="site-header-wide">
            <ThemeToggle />
          </div>
          <ChatButton className="site-header-wide">{words.navigation.chat}</ChatButton>
          <ConsultationLink>{words.navigation.consultation}</ConsultationLink>
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

/**
 * The section across the upper middle of the window; null above the first one and on other pages.
 */
function useCurrentSection() {
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
        setCurrent(sections.find((id) => crossing.has(id)) ?? null)
      },
      { rootMargin: '-35% 0px -64% 0px' },
    )
    for (const id of sections) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [pathname])

  return current
}
