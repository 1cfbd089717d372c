import type { ReactNode } from 'react'
import type { InboxItem } from '#features/inbox/deadlines/contract.ts'
import { useFirm } from '#web/firm.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { CenteredSpinner } from '#web/ui/spinner.tsx'
import type { MailMessage } from '../threads/contract.ts'
import { MailComposer } from './composer.tsx'
import { aboutOf } from './use-mail-entries.tsx'
import { useThread } from './use-thread.ts'

/** Answers an inbox item by mail. */
export function ItemComposer({ item, withoutMail }: { item: InboxItem; withoutMail: ReactNode }) {
  const about = aboutOf(item)
  const state = useThread(about)
  const firm = useFirm()
  if (state.isError) {
    return <ErrorState message="Failed to fetch the conversation" onRetry={state.refetch} />
  }
  if (!state.isReady) return <CenteredSpinner minHeight="min-h-24" />
  const { email, name, company, number, clientId } = item
  const { thread } = state
  if (!(thread ? thread.to : email)) return <NoRecipient messages={state.messages} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles a key of the text area.
    <div
      onKeyDown={(event) => {
        // Escape returns the focus to the item, where the shortcuts of the list work.
        if (event.key !== 'Escape' || event.defaultPrevented) return
        if (event.target instanceof HTMLTextAreaElement)
          document.getElementById('inbox-one')?.focus()
      }}
    >
      <MailComposer
        about={about}
        recipient={{ email, name, company, number, clientId }}
        state={state}
        defaultSubject={number ? `Your request ${number}` : `Your chat with ${firm.name}`}
        withoutMail={withoutMail}
      />
    </div>
  )
}

/** Replaces the composer of a conversation that has nobody to answer. */
export function NoRecipient({ messages = [] }: { messages: readonly MailMessage[] | undefined }) {
  const isUnclear = messages.some((one) => one.suspectReasons.includes('sender_unclear'))
  return (
    <p className="px-5 py-4 text-ink-2">
      {isUnclear
        ? 'The email names several senders, or no valid one, so it can’t be answered.'
        : 'We have no email address for this person.'}
    </p>
  )
}
