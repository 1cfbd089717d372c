import { Mail } from 'lucide-react'
import { usePages } from '#web/api/pages.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { Time } from '#web/ui/time.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { type MailThread, mailThreads } from '../threads/contract.ts'
import './mail.css'
import { MailDialog } from './mail-dialog.tsx'
import type { About } from './use-thread.ts'
import type { Recipient } from './use-writing.ts'

const shown = 5

/** Mail conversations with a client, newest first, and a button to begin one. */
export function ClientMail(props: { clientId: string; recipient: Recipient }) {
  const { clientId, recipient } = props
  const options = { ...refetchAlways, parameter: null }
  const found = usePages(mailThreads.list, { clientId, limit: shown }, options)
  const dialog = useDialog<About>()
  return (
    <section className="panel" aria-labelledby="mail-heading">
      <div className="panel-heading card-heading">
        <h2 id="mail-heading">Email</h2>
        <Button
          icon={Mail}
          size="sm"
          onClick={({ currentTarget }) => dialog.show({ clientId }, currentTarget)}
        >
          Write an Email
        </Button>
      </div>
      <Loaded
        query={found}
        className="m-4"
        message="Failed to fetch email"
        skeleton={<SkeletonList rows={2} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No email with this client yet" />
          ) : (
            <DataList
              caption="Email"
              rows={items}
              card={(thread) => (
                <Thread
                  thread={thread}
                  onOpen={(opener) => dialog.show({ threadId: thread.id }, opener)}
                />
              )}
              busy={found.isPlaceholderData}
              paging={found.paging}
              heading="#mail-heading"
            />
          )
        }
      </Loaded>
      {dialog.subject && (
        <MailDialog
          key={dialog.opening}
          {...dialog.state}
          about={dialog.subject}
          recipient={recipient}
        />
      )}
    </section>
  )
}

function Thread(props: { thread: MailThread; onOpen: (opener: HTMLElement) => void }) {
  const { subject, excerpt, lastMessageAt, dueAt, failed, suspect } = props.thread
  return (
    <div className="mail-thread">
      <span className="mail-thread-line">
        <button
          type="button"
          dir="auto"
          className="link min-w-0 text-start font-semibold break-words"
          onClick={({ currentTarget }) => props.onOpen(currentTarget)}
        >
          {subject}
        </button>
        <Time value={lastMessageAt} format="datetime" className="small text-ink-2" />
      </span>
      {excerpt && (
        <span dir="auto" className="mail-thread-excerpt">
          {excerpt}
        </span>
      )}
      {(dueAt || failed || suspect) && (
        <span className="flex flex-wrap gap-2">
          {dueAt && <Badge variant="rose">Waiting for a reply</Badge>}
          {failed && <Badge variant="destructive">Not delivered</Badge>}
          {suspect && <Badge variant="secondary">Suspected spam</Badge>}
        </span>
      )}
    </div>
  )
}
