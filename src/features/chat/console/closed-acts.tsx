import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useRef } from 'react'
import { useOutletContext } from 'react-router'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { isOpen } from '#features/inbox/screens/due-words.ts'
import { useActs } from '#features/inbox/screens/use-acts.ts'
import { LazyMailDialog } from '#features/mail/screens/lazy-mail-dialog.tsx'
import { query } from '#web/api/query.ts'
import { useFirm } from '#web/firm.ts'
import { Button } from '#web/ui/button.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { ChatSession } from '../protocol/protocol.ts'

/** Offers to answer a chat that no longer accepts messages, or to mark it as needing no reply. */
export function ClosedActs({ session }: { session: ChatSession }) {
  const firm = useFirm()
  const writing = useDialog<true>()
  const { id, visitorName, visitorInfo, clientId } = session
  const user = useOutletContext<SessionUser>()
  const answer = useRef<HTMLButtonElement>(null)
  const noReply = useRef<HTMLButtonElement>(null)
  const { data } = useQuery(query(inbox.history, { type: 'chat', id }))
  const due = data?.items.find(isOpen)
  const acts = useActs({ id: user.id, name: user.displayName ?? user.username }, () => {
    if (document.activeElement === noReply.current) answer.current?.focus()
  })
  return (
    <>
      <Button ref={answer} icon={Mail} onClick={() => writing.show(true)}>
        Reply by Email
      </Button>
      {due && (
        <Button
          ref={noReply}
          variant="quiet"
          onClick={() => {
            // A toast already shows why it was refused.
            acts.waive(due, { reason: 'no_reply_needed', note: null }).catch(() => {})
          }}
        >
          No Reply Needed
        </Button>
      )}
      <LazyMailDialog
        key={id}
        {...writing.state}
        about={{ chatSessionId: id }}
        recipient={{
          name: visitorName || null,
          email: visitorInfo.email || null,
          number: null,
          company: visitorInfo.company || null,
          clientId,
        }}
        defaultSubject={`Your chat with ${firm.name}`}
      />
    </>
  )
}
