import { useQuery } from '@tanstack/react-query'
import { mailtoOf } from '#contract/email-address.ts'
import type { InboxItem } from '#features/inbox/deadlines/contract.ts'
import type { EntrySource } from '#features/inbox/screens/slots.ts'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { chat } from '../protocol/contract.ts'

const max = 100

/** A chat in the inbox. */
export function ChatSubject({ item: { email, subject } }: { item: InboxItem }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {email && (
        <a className="link break-all" href={mailtoOf(email)}>
          {email}
        </a>
      )}
      <ButtonLink to={`/admin/chat?session=${subject.id}`}>Open the Chat</ButtonLink>
    </p>
  )
}

/** The newest messages of a chat. */
export const useChatEntries: EntrySource = ({ subject }) => {
  const { data, isLoading, isError, refetch } = useQuery({
    ...query(chat.messages, { id: subject.id, limit: max }),
    ...refetchAlways,
    enabled: subject.type === 'chat',
  })
  const entries = (data?.items ?? []).map(({ id, senderType, senderName, content, sentAt }) => ({
    id,
    at: sentAt,
    content,
    by: ({ visitor: 'visitor', admin: 'staff', system: 'event' } as const)[senderType],
    ...(senderType === 'admin' && { name: senderName || 'Staff' }),
  }))
  return { entries, isLoading, isError: isError && !data, refetch }
}
