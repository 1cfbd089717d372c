import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { incoming } from './incoming/contract.ts'
import { processNextMail } from './incoming/process-mail.server.ts'
import type { ReceivedMailHandlers } from './incoming/received-mail.server.ts'
import { incomingSchemas } from './incoming/schemas.ts'
import { incomingService } from './incoming/service.server.ts'
import { watchIntake } from './mailbox/watch-intake.server.ts'
import { mailFiles, outgoingMail } from './outgoing/contract.ts'
import { replyHandler } from './outgoing/delivery-outcomes.server.ts'
import { mailFilesSchemas, outgoingMailSchemas } from './outgoing/schemas.ts'
import { mailFilesService, outgoingMailService } from './outgoing/service.server.ts'
import { sweepMail } from './outgoing/sweep-mail.server.ts'
import { savedReplies } from './saved-replies/contract.ts'
import { savedRepliesSchemas } from './saved-replies/schemas.ts'
import { savedRepliesService } from './saved-replies/service.server.ts'
import { mailThreads } from './threads/contract.ts'
import { mailThreadsSchemas } from './threads/schemas.ts'
import { mailThreadsService } from './threads/service.server.ts'

export const mailDomain = (handlers: ReceivedMailHandlers): Domain => ({
  routes: [
    ...routeHandlers(incoming, incomingSchemas, incomingService),
    ...routeHandlers(mailThreads, mailThreadsSchemas, mailThreadsService),
    ...routeHandlers(outgoingMail, outgoingMailSchemas, outgoingMailService),
    ...routeHandlers(mailFiles, mailFilesSchemas, mailFilesService),
    ...routeHandlers(savedReplies, savedRepliesSchemas, savedRepliesService),
  ],
  jobs: [watchIntake, sweepMail],
  loops: [
    {
      name: 'mail_intake',
      isNeeded: ({ intake }) => intake !== undefined,
      step: (deps) => processNextMail(deps, handlers),
    },
  ],
  mailHandlers: { reply: replyHandler },
})
