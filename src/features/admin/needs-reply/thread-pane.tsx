import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { EntryList } from '#features/inbox/screens/entry-list.tsx'
import { MailComposer } from '#features/mail/screens/composer.tsx'
import { NoRecipient } from '#features/mail/screens/item-composer.tsx'
import { entryOf } from '#features/mail/screens/use-mail-entries.tsx'
import { draftNameOf, useThread } from '#features/mail/screens/use-thread.ts'
import { ApiError } from '#web/api/api-error.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { CenteredSpinner } from '#web/ui/spinner.tsx'
import { ThreadFacts } from './thread-facts.tsx'

/** A mail conversation that never needed a reply, such as a suspect one. */
export function ThreadPane({ id, back }: { id: string; back: ReactNode }) {
  const about = { threadId: id }
  const state = useThread(about)
  const { thread, messages = [] } = state
  const heading = useRef<HTMLHeadingElement>(null)
  const isNarrow = Boolean(back)
  const isThere = thread !== undefined
  useEffect(() => {
    if (isThere && isNarrow) heading.current?.focus()
  }, [isThere, isNarrow])
  if (!thread) {
    const { error } = state
    const isUnknown = error instanceof ApiError && error.code === 'not_found'
    return (
      <div className="inbox-nothing">
        {back}
        {!state.isError && <CenteredSpinner />}
        {state.isError && !isUnknown && (
          <ErrorState
            message="Failed to fetch the conversation"
            onRetry={state.refetch}
            retrying={state.isFetching}
          />
        )}
        {state.isError && isUnknown && (
          <>
            <h2 className="text-lg leading-snug font-semibold">This isn’t in the inbox</h2>
            <p className="mt-1.5 text-ink-2">
              It may have been deleted. <Link to="?">Show who’s waiting</Link>
            </p>
          </>
        )}
      </div>
    )
  }
  const { to, name, company, number, clientId, subject, suspect } = thread
  const more = { draftName: draftNameOf(about, state), clientId }
  const sender = name || to || 'Somebody'
  return (
    <article className="inbox-one" aria-labelledby="inbox-one">
      <header className="inbox-head">
        {back}
        <div className="inbox-title">
          <h2 id="inbox-one" ref={heading} tabIndex={-1} dir="auto" className="h3">
            {sender}
          </h2>
        </div>
        <p className="inbox-facts">
          <span dir="auto">{subject}</span>
          <span>No response is due</span>
        </p>
      </header>
      <div className="inbox-body">
        <ThreadFacts id={id} />
        <section aria-label="Conversation" className="inbox-talk">
          <EntryList
            entries={messages.map((message) => entryOf(message, more))}
            earlier={
              state.hasEarlier
                ? { isLoading: state.isLoadingEarlier, load: () => void state.loadEarlier() }
                : undefined
            }
            nameOf={() => sender}
          />
        </section>
      </div>
      {!to && <NoRecipient messages={messages} />}
      {to && !suspect && (
        <footer className="inbox-composer">
          <MailComposer
            about={about}
            recipient={{ email: to, name, company, number, clientId }}
            state={state}
            defaultSubject={subject}
            withoutMail={<p className="font-semibold">Email isn’t set up</p>}
          />
        </footer>
      )}
    </article>
  )
}
