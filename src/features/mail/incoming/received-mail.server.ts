import type { Transaction } from '#server/database/open.ts'
import type { SentMail } from '#server/mail/send-mail.ts'
import type { CalendarReply } from '#server/mime/parsed-mail.ts'
import type { Dependencies } from '#server/service/context.ts'

type ChatMail = { sessionId: string; messageId: string; text: string }

/**
 * Runs in the transaction that stores the mail.
 *
 * @returns work to do after the commit; undefined if the chat no longer accepts messages.
 */
type ChatMailHandler = (
  deps: Dependencies,
  tx: Transaction,
  mail: ChatMail,
) => Promise<(() => void) | undefined>

type Reply = { inquiryId: string | null; from: string; reply: CalendarReply }

/** These handlers run in the transaction that stores the mail. */
type Handlers = {
  chatMails: ChatMailHandler[]
  /** Called when a calendar has replied to an invitation. */
  calendarReplies: ((deps: Dependencies, tx: Transaction, reply: Reply) => Promise<void>)[]
  /** Called when a sent mail bounced. */
  returned: ((deps: Dependencies, tx: Transaction, mail: SentMail) => Promise<void>)[]
}

/** Handlers of later domains for received mail, registered by `services.ts`. */
export const receivedMailHandlers: Handlers = { chatMails: [], calendarReplies: [], returned: [] }
