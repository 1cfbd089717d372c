import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { query } from '#web/api/query.ts'
import { attention } from './contract.ts'

/**
 * The steps for an admin if nobody is notified of new requests. A link to its anchor focuses it.
 */
export function SetUpMail() {
  const { data } = useQuery(query(attention.show))
  const maySetUp = useMay('admin')
  const { hash, key } = useLocation()
  const section = useRef<HTMLElement>(null)
  const isShown = data?.nobodyNotified === true && maySetUp
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click focuses again.
  useEffect(() => {
    if (isShown && hash === '#set-up-mail') section.current?.focus()
  }, [isShown, hash, key])
  if (!isShown) return null
  const isFailing = data.lines.some(({ id }) => id === 'mail_failing')
  return (
    <section
      ref={section}
      id="set-up-mail"
      tabIndex={-1}
      className="panel px-5 py-3"
      aria-labelledby="set-up-mail-heading"
    >
      <h2 id="set-up-mail-heading" className="font-semibold">
        Set up email
      </h2>
      <p className="measure mt-1">
        {isFailing
          ? 'The mail server isn’t accepting anything right now, so nobody gets an email about new inquiries and consultation requests.'
          : 'Nobody gets an email about new inquiries and consultation requests: no mail server is set up.'}{' '}
        Check <code>SMTP_URL</code>, <code>MAIL_FROM</code> and <code>MAIL_TO</code> in the server’s
        environment, restart it and run <code>npm run doctor</code> to test them. The Mail section
        of <code>docs/operations.md</code> explains each one.
      </p>
      <p className="measure mt-1">
        Or get notified in{' '}
        <Link className="link" to="/admin/channels">
          a team channel
        </Link>{' '}
        or on{' '}
        <Link className="link" to="/admin/account">
          this device
        </Link>
        .
      </p>
    </section>
  )
}
