import { Mail } from 'lucide-react'
import { useState } from 'react'
import { LateMailDialog } from '#features/mail/screens/late-mail-dialog.tsx'
import { useFirm } from '#web/firm.ts'
import { Button } from '#web/ui/button.tsx'
import type { ChatSession } from '../protocol/protocol.ts'

/** The way to answer a chat that takes no messages any more. */
export function MailAnswer({ session }: { session: ChatSession }) {
  const { name } = useFirm()
  const [isOpen, setOpen] = useState(false)
  const { id, visitorName, visitorInfo, clientId } = session
  return (
    <>
      <Button icon={Mail} onClick={() => setOpen(true)}>
        Answer by e-mail
      </Button>
      <LateMailDialog
        key={id}
        open={isOpen}
        onClose={() => setOpen(false)}
        about={{ chatSessionId: id }}
        recipient={{
          ...{ name: visitorName || null, email: visitorInfo.email || null, number: null },
          ...{ company: visitorInfo.company || null, clientId },
        }}
        defaultSubject={`Your chat with ${name}`}
      />
    </>
  )
}
