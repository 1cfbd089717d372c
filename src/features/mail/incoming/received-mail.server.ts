import type { Transaction } from '#server/database/open.ts'
import type { SentMail } from '#server/mail/send-mail.ts'
import type { CalendarReply } from '#server/mime/parsed-mail.ts'
import type { Dependencies } from '#server/service/context.ts'

type ChatMail = { sessionId: string; messageId: string; text: string }

/**
 * Runs in the transaction that stores the mail.
 *
 * @returns work to do after the commit; undefined when the chat takes no messages any more.
 */
type ChatMailHandler = (
  deps: Dependencies,
  tx: Transaction,
  mail: ChatMail,
) => Promise<(() => void) | undefined>

type Reply = { inquiryId: string | null; from: string; reply: CalendarReply }

/** Run in the transaction that stores what came in. */
type Handlers = {
  chatMails: ChatMailHandler[]
  /** A calendar answered an invitation. */
  calendarReplies: ((deps: Dependencies, tx: Transaction, reply: Reply) => Promise<void>)[]
  /** A mail of ours came back. */
  returned: ((deps: Dependencies, tx: Transaction, mail: SentMail) => Promise<void>)[]
}

/** Handlers of later domains for received mail, registered by `services.ts`. */
export const receivedMailHandlers: Handlers = { chatMails: [], calendarReplies: [], returned: [] }
