import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { brand, type FooterLink } from '../../../brand.ts'
import { track } from '../../../web/analytics/track.ts'
import { Logo, SocialMark } from '../../../web/logo/marks.tsx'
import { reopenConsent } from '../analytics/consent.ts'
import { useAnalyticsSettings } from '../analytics/use-analytics.ts'
import { SectionLink } from './section-link.tsx'
import { sections } from './sections.ts'

export function Footer() {
  const [announced, setAnnounced] = useState('')
  const measured = useAnalyticsSettings() !== null
  return (
    <footer className="site-footer">
      <div className="wrap site-footer-grid">
        <div className="site-footer-brand">
          <Logo />
          <p>{brand.tagline}</p>
          <ul className="site-footer-social no-print">
            {brand.social.map(({ mark, ...link }) => (
              <li key={link.id}>
                <FooterEntry
                  link={link}
                  kind="social"
                  onMissing={setAnnounced}
                  className="social-link"
                >
                  <SocialMark mark={mark} />
                  <span className="sr-only">{link.label}</span>
                </FooterEntry>
              </li>
            ))}
          </ul>
        </div>
        {brand.footer.map((column) => (
          <div key={column.heading}>
            <h2 className="site-footer-heading">{column.heading}</h2>
            <ul>
              {column.links.map((link) => (
                <li key={link.id}>
                  <FooterEntry
                    link={link}
                    kind="link"
                    onMissing={setAnnounced}
                    className="footer-link"
                  >
                    {link.label}
                  </FooterEntry>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className="wrap site-footer-end">
        <p>
          © {brand.legalName}
          {brand.demo ? ` ${brand.demoNotice}` : ''}
        </p>
        {measured && (
          <button type="button" className="footer-link needs-script" onClick={reopenConsent}>
            Cookie settings
          </button>
        )}
        <p role="status" className="site-footer-status">
          {announced}
        </p>
      </div>
    </footer>
  )
}

/** Link if there is a target, otherwise a button that says so; both record the click. */
function FooterEntry({
  link,
  kind,
  className,
  children,
  onMissing,
}: {
  link: FooterLink
  kind: 'link' | 'social'
  className: string
  children: ReactNode
  onMissing: (sentence: string) => void
}) {
  const record = () => track({ event: 'footer_click', link: link.id, kind })
  const section = sections.find(({ id }) => link.href === `/#${id}`)
  if (section) {
    return (
      <SectionLink section={section.id} className={className} onClick={record}>
        {children}
      </SectionLink>
    )
  }
  if (link.href?.startsWith('/')) {
    return (
      <Link to={link.href} className={className} onClick={record}>
        {children}
      </Link>
    )
  }
  if (link.href) {
    return (
      <a href={link.href} className={className} onClick={record}>
        {children}
      </a>
    )
  }
  return (
    <button
      type="button"
      className={`${className} needs-script`}
      onClick={() => {
        record()
        onMissing(`${link.label}: Coming soon`)
      }}
    >
      {children}
    </button>
  )
}
