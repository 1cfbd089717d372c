import type { InboxItem } from '#features/inbox/deadlines/contract.ts'
import type { Entry, EntrySource } from '#features/inbox/screens/slots.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import type { MailMessage } from '../threads/contract.ts'
import type { MailMessageProps } from './mail-message.tsx'
import { type About, draftNameOf, useThread } from './use-thread.ts'

const LazyMessage = lazyComponent(
  async () => (await import('./mail-message.tsx')).MailMessage,
  () => <Skeleton className="h-12" />,
)

/** The mail conversation about an inbox item. */
export function aboutOf({ subject: { type, id } }: InboxItem): About {
  if (type === 'thread') return { threadId: id }
  return type === 'chat' ? { chatSessionId: id } : { inquiryId: id }
}

type More = Pick<MailMessageProps, 'draftName' | 'clientId' | 'subject'>

/** A mail as an entry of the conversation. */
export function entryOf(message: MailMessage, more: More): Entry {
  const { id, createdAt, direction, from, author } = message
  return {
    id,
    at: createdAt,
    by: direction === 'in' ? 'visitor' : 'staff',
    name: direction === 'in' ? from.name || from.address : (author?.name ?? from.name),
    content: <LazyMessage message={message} {...more} />,
    ...(message.kind === 'confirmation' && { isConfirmation: true }),
  }
}

const plainSubject = (subject: string) =>
  subject.replace(/^(\s*(re|fwd?|aw|wg|sv|antw)\s*:)+/i, '').trim()

/** The subject of each mail whose subject differs from that of the mail before it. */
function changedSubjects(messages: readonly MailMessage[], first: string) {
  let before = first
  return messages.map(({ subject }) => {
    const plain = plainSubject(subject)
    const isSame = plain === before
    before = plain
    return isSame ? undefined : subject
  })
}

export const useMailEntries: EntrySource = (item) => {
  const about = aboutOf(item)
  const state = useThread(about)
  const { messages = [], thread } = state
  const more = { draftName: draftNameOf(about, state), clientId: thread?.clientId ?? item.clientId }
  // The product itself wrote the subject of a request's conversation.
  const known = item.subject.type === 'thread' ? '' : plainSubject(thread?.subject ?? '')
  const subjects = changedSubjects(messages, known)
  return {
    entries: messages.map((message, at) => entryOf(message, { ...more, subject: subjects[at] })),
    isLoading: !state.isReady && !state.isError,
    isError: state.isError,
    refetch: state.refetch,
    ...(state.hasEarlier && {
      earlier: { isLoading: state.isLoadingEarlier, load: () => void state.loadEarlier() },
    }),
  }
}
