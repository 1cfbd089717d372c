import type { ChatSession } from '../chat/protocol.ts'
import { browserName } from './browser-name.ts'
import { EarlierInquiries } from './earlier-inquiries.tsx'

/** Where the visitor is and comes from, and what they have asked before. */
export function VisitorDetails({ session }: { session: ChatSession }) {
  const { currentPage, referrer, userAgent } = session.visitorInfo
  return (
    <aside id="visitor-details" aria-label="Visitor details" className="thread-details">
      <dl className="grid gap-3">
        <Fact name="Page" value={pathOf(currentPage)} title={currentPage} />
        <Fact name="Came from" value={referrer || 'Directly'} title={referrer} />
        <Fact name="Browser" value={browserName(userAgent) || 'Unknown'} title={userAgent} />
      </dl>
      <h3 className="mt-5 mb-2 text-sm font-semibold">Earlier inquiries</h3>
      <EarlierInquiries email={session.visitorInfo.email} />
    </aside>
  )
}

function Fact({ name, value, title }: { name: string; value: string; title: string }) {
  return (
    <div>
      <dt className="small text-ink-2">{name}</dt>
      <dd className="break-words" title={title || undefined}>
        {value || 'Unknown'}
      </dd>
    </div>
  )
}

/** The path alone says enough: the origin is always ours. */
function pathOf(address: string): string {
  try {
    const { pathname, search } = new URL(address)
    return pathname + search
  } catch {
    return address
  }
}
