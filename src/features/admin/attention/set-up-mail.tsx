import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { query } from '#web/api/query.ts'
import { attention } from './contract.ts'

/** Steps for an admin when nobody is notified of new requests; focused by its address. */
export function SetUpMail() {
  const { data } = useQuery(query(attention.show))
  const maySetUp = useMay('admin')
  const { hash, key } = useLocation()
  const section = useRef<HTMLElement>(null)
  const isShown = data?.nobodyTold === true && maySetUp
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click leads here again.
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
        Set up mail
      </h2>
      <p className="measure mt-1">
        {isFailing
          ? 'The mail server accepts nothing at present, so new inquiries and consultation requests are not mailed.'
          : 'New inquiries and consultation requests are not mailed: no mail server is set up.'}{' '}
        Look at <code>SMTP_URL</code>, <code>MAIL_FROM</code> and <code>MAIL_TO</code> in the
        server’s environment, start it again, and let <code>npm run doctor</code> try them. The file{' '}
        <code>docs/operations.md</code>, section Mail, explains each.
      </p>
      <p className="measure mt-1">
        Or let{' '}
        <Link className="link" to="/admin/channels">
          a channel
        </Link>{' '}
        of your team or{' '}
        <Link className="link" to="/admin/account">
          this device
        </Link>{' '}
        tell you.
      </p>
    </section>
  )
}
