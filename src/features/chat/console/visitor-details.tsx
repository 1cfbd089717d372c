import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useOutletContext } from 'react-router'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { InquiryStatusBadge } from '#features/leads/screens/inquiry-status-badge.tsx'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Time } from '#web/ui/time.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { capital, counted } from '#web/ui/words.ts'
import { type ChatContext, chat } from '../protocol/contract.ts'
import type { ChatSession } from '../protocol/protocol.ts'
import { browserName } from './browser-name.ts'
import { CreateClientDialog } from './create-client-dialog.tsx'

export function VisitorDetails({ session }: { session: ChatSession }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    ...query(chat.context, { id: session.id }),
    ...refetchAlways,
  })
  const { currentPage, referrer, userAgent } = session.visitorInfo
  return (
    <aside id="visitor-details" aria-label="Visitor details" className="thread-details">
      <dl className="grid gap-3">
        <Fact name="Page" value={pathOf(currentPage)} title={currentPage} />
        <Fact name="Came from" value={referrer || 'Directly'} title={referrer} />
        <Fact name="Browser" value={browserName(userAgent)} title={userAgent} />
        {data?.notes && <Fact name="Note at the end" value={data.notes} />}
      </dl>
      {isPending && <Skeleton className="mt-5 h-24" />}
      {isError && (
        <ErrorState
          className="mt-5"
          message="Unable to load visitor details."
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      {data && <History session={session} context={data} />}
    </aside>
  )
}

function History({ session, context }: { session: ChatSession; context: ChatContext }) {
  const { inquiries, earlierChats } = context
  return (
    <>
      <Part title="Client">
        <ClientOf session={session} context={context} />
      </Part>
      <Part title="Earlier inquiries">
        {inquiries.length === 0 && <p className="text-ink-2">None from this address.</p>}
        <ul className="grid gap-3">
          {inquiries.map((inquiry) => (
            <li key={inquiry.id}>
              <p className="flex flex-wrap items-center gap-2">
                <Time value={inquiry.createdAt} className="small text-ink-2" />
                <InquiryStatusBadge status={inquiry.status} />
              </p>
              <p dir="auto" className="mt-0.5 line-clamp-3">
                {inquiry.message}
              </p>
            </li>
          ))}
        </ul>
      </Part>
      {earlierChats.length > 0 && (
        <Part title="Earlier chats">
          <ul className="grid gap-1">
            {earlierChats.map(({ id, startedAt, status, messageCount }) => (
              <li key={id}>
                <Link className="link" to={`/admin/chat?session=${id}`}>
                  <Time value={startedAt} />
                </Link>{' '}
                <span className="text-ink-2">
                  {capital(status)}, {counted(messageCount, 'message')}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

function ClientOf({ session, context }: { session: ChatSession; context: ChatContext }) {
  const { role } = useOutletContext<SessionUser>()
  const creating = useDialog<true>()
  const { client, suggestions } = context
  if (client) {
    return (
      <Link className="link" to={`/admin/clients/${client.id}`}>
        {client.name}
      </Link>
    )
  }
  if (role === 'agent') return <p className="text-ink-2">Not a client yet.</p>
  return (
    <>
      {suggestions.length > 0 && (
        <p className="mb-2 text-ink-2">
          Same address: {suggestions.map(({ name }) => name).join(', ')}
        </p>
      )}
      <Button onClick={() => creating.show(true)}>Create Client from This Chat</Button>
      {creating.subject && (
        <CreateClientDialog
          key={creating.opening}
          {...creating.state}
          session={session}
          suggestions={suggestions}
        />
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Fact({ name, value, title }: { name: string; value: string; title?: string }) {
  return (
    <div>
      <dt className="small text-ink-2">{name}</dt>
      <dd dir="auto" className="whitespace-pre-line" title={title || undefined}>
        {value || 'Unknown'}
      </dd>
    </div>
  )
}

/** Omits the origin, which is always the site's own. */
function pathOf(address: string): string {
  try {
    const { pathname, search } = new URL(address)
    return pathname + search
  } catch {
    return address
  }
}
