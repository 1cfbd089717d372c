import { type ReactNode, use, useState } from 'react'
import type { SiteSettings } from '#contract/settings/document.ts'
import { track } from '#web/analytics/track.ts'
import { ServerOnlyContext } from '#web/api/server-only.ts'
import { useFirm } from '#web/firm.ts'
import { Logo, SocialMark } from '#web/logo/marks.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useAnalyticsSettings } from '../analytics/analytics.tsx'
import { reopenConsent } from '../analytics/use-consent.ts'
import { entryData, footerInDocument } from './footer-in-document.ts'
import { TargetLink } from './target-link.tsx'
import { useLayoutWords } from './use-layout-words.ts'

export function Footer() {
  const { legalName, demoNotice } = useFirm()
  const words = useLayoutWords()
  const ofServer = use(ServerOnlyContext).footer
  const [first] = useState(() => words.footer ?? ofServer ?? footerInDocument())
  const footer = words.footer ?? first
  const [announced, setAnnounced] = useState('')
  const measured = useAnalyticsSettings() !== null
  return (
    <footer className="site-footer">
      <div
        className={classNames(
          'wrap site-footer-grid',
          footer.columns.length > 4 && 'site-footer-full',
        )}
      >
        <div className="site-footer-brand">
          <Logo />
          <p>{words.tagline}</p>
          {footer.social.length > 0 && (
            <ul className="site-footer-social no-print">
              {footer.social.map((link) => (
                <li key={link.id}>
                  <FooterEntry link={link} kind="social" onMissing={setAnnounced}>
                    <SocialMark network={link.network} />
                    <span className="sr-only">{link.label}</span>
                  </FooterEntry>
                </li>
              ))}
            </ul>
          )}
        </div>
        {footer.columns.map((column) => (
          <div key={column.links[0]?.id} className="site-footer-column">
            <h2 className="site-footer-heading">{column.heading}</h2>
            <ul>
              {column.links.map((link) => (
                <li key={link.id}>
                  <FooterEntry link={link} kind="link" onMissing={setAnnounced}>
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
          © {legalName}
          {demoNotice && ` ${demoNotice}`}
        </p>
        {measured && (
          <button type="button" className="footer-link needs-script" onClick={reopenConsent}>
            Cookie Settings
          </button>
        )}
        <p role="status" className="site-footer-status">
          {announced}
        </p>
      </div>
    </footer>
  )
}

/** A link if there is a target, otherwise a button that says so. Both record the click. */
function FooterEntry(props: {
  link: Omit<SiteSettings['footer']['social'][number], 'network'> & { network?: string }
  kind: 'link' | 'social'
  children: ReactNode
  onMissing: (sentence: string) => void
}) {
  const { link, kind, children, onMissing } = props
  const { id, target, label } = link
  const common = {
    className: kind === 'social' ? 'social-link' : 'footer-link',
    children,
    ...entryData(link),
    onClick: () => track({ event: 'footer_click', link: id, kind }),
  }
  if (target) return <TargetLink target={target} {...common} />
  return (
    <button
      type="button"
      {...common}
      className={`${common.className} footer-missing needs-script`}
      onClick={() => {
        common.onClick()
        onMissing(`${label}: Coming soon`)
      }}
    >
      {children}
      <span className="footer-soon"> soon</span>
    </button>
  )
}
