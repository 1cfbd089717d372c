import { Logo } from '../../../web/logo/marks.tsx'
import { ThemeToggle } from '../../../web/ui/theme-toggle.tsx'
import { ChatButton } from '../../chat/opening/chat-button.tsx'
import { ConsultationLink } from '../../leads/consultations/consultation-link.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { SectionLink } from './section-link.tsx'
import { sections } from './sections.ts'
import { useCurrentSection } from './use-current-section.ts'

/** Sticky and opaque, 68 px high; never hides, so navigation stays in the same place. */
export function Header() {
  const current = useCurrentSection()
  return (
    <header className="site-header no-print">
      <div className="wrap site-header-row">
        <Logo />
        <nav aria-label="Main" className="site-nav">
          <ul>
            {sections.map(({ id, label }) => (
              <li key={id}>
                <SectionLink
                  section={id}
                  className="site-nav-link"
                  aria-current={current === id ? 'true' : undefined}
                >
                  {label}
                </SectionLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="site-header-tools">
          <div className="site-header-wide">
            <ThemeToggle />
          </div>
          <ChatButton className="site-header-wide" />
          <ConsultationLink>Consultation</ConsultationLink>
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}
