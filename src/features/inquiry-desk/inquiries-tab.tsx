import { Link, useSearchParams } from 'react-router'
import { Badge } from '../../web/ui/badge.tsx'
import '../leads/leads.css'
import { useQuarantine } from '../leads/use-lead-lists.ts'
import { Inbox } from './inbox.tsx'
import { Quarantine } from './quarantine.tsx'

const folders = [
  { name: 'Inbox', view: '' },
  { name: 'Kept apart', view: 'apart' },
] as const

/** All inquiries, and beside them what was kept apart because it looks like spam. */
export function InquiriesTab() {
  const [parameters] = useSearchParams()
  const current = parameters.get('view') === 'apart' ? 'apart' : ''
  const { data: apart } = useQuarantine()
  return (
    <section className="panel panel-cut beside-tab" aria-labelledby="inquiries-heading">
      <div className="panel-heading flex flex-wrap items-center gap-x-6 gap-y-1">
        <h2 id="inquiries-heading" tabIndex={-1}>
          Inquiries
        </h2>
        <nav aria-label="Inquiries" className="folders">
          {folders.map(({ name, view }) => (
            <Link
              key={view}
              to={view ? `?tab=inquiries&view=${view}` : '?tab=inquiries'}
              preventScrollReset
              aria-current={current === view ? 'page' : undefined}
              className="folder"
            >
              {name}
              {view === 'apart' && apart && apart.length > 0 && (
                <Badge variant="secondary">{apart.length.toLocaleString()}</Badge>
              )}
            </Link>
          ))}
        </nav>
      </div>
      {current === 'apart' ? <Quarantine /> : <Inbox />}
    </section>
  )
}
