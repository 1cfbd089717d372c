import type { Transaction } from '#server/database/open.ts'
import type { SentMail } from '#server/mail/send-mail.ts'
import type { CalendarReply } from '#server/mime/parsed-mail.ts'
import type { Dependencies } from '#server/service/context.ts'

type ChatMail = { sessionId: string; messageId: string; text: string }

type Reply = { inquiryId: string | null; from: string; reply: CalendarReply }

/** Handlers of later domains for received mail. They run in the transaction that stores it. */
export type ReceivedMailHandlers = {
  /** @returns work to do after the commit; undefined if the chat accepts no more messages. */
  onChatMail(deps: Dependencies, tx: Transaction, mail: ChatMail): Promise<(() => void) | undefined>
  /** A calendar has replied to an invitation. */
  onCalendarReply(deps: Dependencies, tx: Transaction, reply: Reply): Promise<void>
  /** A sent mail bounced. */
  onReturned(deps: Dependencies, tx: Transaction, mail: SentMail): Promise<void>
}
