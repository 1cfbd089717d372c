import { Link, useSearchParams } from 'react-router'
import { Badge } from '#web/ui/badge.tsx'
import './leads.css'
import { inquiryView } from './inquiry-rows.tsx'
import { LeadList } from './lead-list.tsx'
import { Quarantine } from './quarantine.tsx'
import { useLeadCount } from './use-leads.ts'

const folders = [
  { name: 'Inbox', isSpam: false, to: '?tab=inquiries' },
  { name: 'Spam', isSpam: true, to: '?tab=inquiries&quarantined=true' },
] as const

export function InquiriesTab() {
  const [parameters] = useSearchParams()
  const isSpamShown = parameters.get('quarantined') === 'true'
  const spam = useLeadCount({ quarantined: 'true' }).data?.total ?? 0
  return (
    <section className="panel panel-cut" aria-labelledby="inquiries-heading">
      <div className="panel-heading flex flex-wrap items-center gap-x-6 gap-y-1">
        <h2 id="inquiries-heading" tabIndex={-1}>
          Inquiries
        </h2>
        <nav aria-label="Inquiries" className="folders">
          {folders.map(({ name, isSpam, to }) => (
            <Link
              key={name}
              to={to}
              preventScrollReset
              aria-current={isSpamShown === isSpam ? 'page' : undefined}
              className="folder"
            >
              {name}
              {isSpam && spam > 0 && <Badge variant="secondary">{spam.toLocaleString()}</Badge>}
            </Link>
          ))}
        </nav>
      </div>
      {isSpamShown ? <Quarantine /> : <LeadList view={inquiryView} />}
    </section>
  )
}
