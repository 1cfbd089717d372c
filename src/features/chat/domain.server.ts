import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { chat } from './protocol/contract.ts'
import { chatSchemas } from './protocol/schemas.ts'
import { followChats } from './server/chat-deadlines.server.ts'
import { endAbandonedChats, mailUnansweredChat } from './server/chat-jobs.server.ts'
import { mailMissedMessages } from './server/follow-up.server.ts'
import { chatService } from './server/service.server.ts'
import { addVisitorMail } from './server/visitor-mail.server.ts'

export const chatDomain: Domain = {
  routes: [...routeHandlers(chat, chatSchemas, chatService)],
  jobs: [endAbandonedChats, mailUnansweredChat, followChats, mailMissedMessages],
}

/** Handlers that `services.ts` gives to earlier domains. */
export const chatHandlers = { addVisitorMail }
