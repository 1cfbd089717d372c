import type { ReactNode } from 'react'
import { mailtoOf } from '#contract/email-address.ts'
import { useFirm } from '#web/firm.ts'
import { Logo } from '#web/logo/marks.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import './request.css'

/**
 * Props of a link that leaves the page. The next page must not see the address, which is a secret.
 */
const leaving = { reloadDocument: true, rel: 'noreferrer' } as const

/** The frame of pages with secret addresses: no navigation by script, no chat, no analytics. */
export function RequestFrame({ children }: { children: ReactNode }) {
  const { legalName, email, demoNotice } = useFirm()
  return (
    <>
      <a href="#content" className="skip-link no-print">
        Skip to content
      </a>
      <header className="request-header no-print">
        <div className="wrap request-header-row">
          <Logo {...leaving} />
          <ThemeToggle />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="wrap request">
        {children}
      </main>
      <footer className="request-footer">
        <div className="wrap request-footer-row">
          <p>
            © {legalName}
            {demoNotice && ` ${demoNotice}`}
          </p>
          <p>
            <a className="request-footer-link" href="/legal/privacy" rel="noreferrer">
              Privacy
            </a>{' '}
            <a className="request-footer-link" href={mailtoOf(email)}>
              {email}
            </a>
          </p>
        </div>
      </footer>
    </>
  )
}

const unknownRequest =
  'This link is not valid, or its request is no longer shown. Please check that you opened the whole link.'

/** Replaces a page that cannot be shown; `failure` explains a temporary reason. */
export function NotShown({
  failure,
  unknown = unknownRequest,
}: {
  failure: string
  unknown?: string
}) {
  return (
    <RequestFrame>
      <h1 className="h1-page">{failure ? 'Please try again' : 'Nothing to see here'}</h1>
      <p className="lead request-lead measure">{failure || unknown}</p>
      <p>
        <a className="link" href="/" rel="noreferrer">
          To the home page
        </a>
      </p>
    </RequestFrame>
  )
}
