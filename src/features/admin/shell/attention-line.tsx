import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { Button } from '#web/ui/button.tsx'
import { Time } from '#web/ui/time.tsx'
import { attention } from '../attention/contract.ts'
import { AttentionGap, AttentionPlaceholder, rememberShown, wasShown } from './attention-space.tsx'
import { useActivity } from './use-activity.ts'
import { useCurrentLook } from './use-current-look.ts'
import { useFolding } from './use-folding.ts'
import { useLiveLists } from './use-live-lists.ts'

/** Where admins can fix a problem, by the id of its line. */
const remedies: Record<string, { to: string; text: string }> = {
  mail_failing: { to: '/admin/mail', text: 'Check email' },
  mail_undelivered: { to: '/admin/mail', text: 'See which' },
  intake_failing: { to: '/admin/mail', text: 'Check email' },
  channel_off: { to: '/admin/channels', text: 'See channels' },
  settings_unreadable: { to: '/admin/site/history', text: 'See the history' },
}

/**
 * Shows why staff are not notified of new requests, and other problems. It can be folded to a dot
 * for 8 hours. It also runs the live lists and the activity report, which need not start earlier.
 */
export function AttentionLine() {
  useLiveLists()
  useCurrentLook()
  useActivity()
  const { data } = useQuery({ ...query(attention.show), ...refetchAlways })
  const maySetUp = useMay('admin')
  const { nobodyNotified = false, lines = [] } = data ?? {}
  const ids = [...(nobodyNotified ? ['nobody_notified'] : []), ...lines.map(({ id }) => id)]
  const [isFolded, toggle] = useFolding(ids)
  const [isFirstVisit] = useState(() => wasShown() === undefined)
  const isLoaded = data !== undefined
  const isShown = ids.length > 0 && !isFolded
  useEffect(() => {
    if (isLoaded) rememberShown(isShown)
  }, [isLoaded, isShown])
  if (!isLoaded) return <AttentionPlaceholder />
  if (ids.length === 0) return isFirstVisit && <AttentionGap />
  return (
    <section
      aria-label="Attention"
      className="attention-line no-print"
      data-folded={isFolded || undefined}
    >
      {!isFolded && (
        <div className="attention-words">
          <div role="status">
            {nobodyNotified && <p>Nobody is notified of new requests.</p>}
            {lines.map(({ id, text, since }) => (
              <p key={id}>
                {text}
                {since && (
                  <>
                    {' '}
                    Since <Time value={since} format="datetime" />.
                  </>
                )}
                {maySetUp && <Remedy id={id} />}
              </p>
            ))}
          </div>
          {nobodyNotified && maySetUp && (
            <Link className="link" to="/admin#set-up-mail">
              Set up email, a channel or this device
            </Link>
          )}
        </div>
      )}
      <Button
        variant="quiet"
        className={isFolded ? 'attention-dot' : 'ml-auto'}
        aria-expanded={!isFolded}
        aria-label={isFolded ? undefined : 'Collapse for 8 hours'}
        title={isFolded ? 'Show what needs attention' : undefined}
        onClick={toggle}
      >
        {isFolded ? (
          <span className="sr-only">
            {nobodyNotified
              ? 'Nobody is notified of new requests. Show'
              : 'Show what needs attention'}
          </span>
        ) : (
          <span>
            Collapse<span className="attention-long"> for 8 hours</span>
          </span>
        )}
      </Button>
    </section>
  )
}

function Remedy({ id }: { id: string }) {
  const remedy = remedies[id]
  if (!remedy) return null
  return (
    <>
      {' '}
      <Link className="link" to={remedy.to}>
        {remedy.text}
      </Link>
    </>
  )
}
