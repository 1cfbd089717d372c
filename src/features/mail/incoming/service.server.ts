import { recordDownload } from '#server/service/audit.ts'
import type { Service } from '#server/service/context.ts'
import type { incoming } from './contract.ts'
import { receivePosted } from './receive-posted.server.ts'
import { htmlOf, rawOf, unreadableRawOf } from './show-mail.server.ts'
import { listUnreadable, readStatus } from './status.server.ts'

/** @param subjectId null as long as the mail is not stored as a message. */
const originalOf = (subjectId: string | null) =>
  ({ action: 'mail.original_downloaded', subject: 'mail', subjectId, rows: 1 }) as const

export const incomingService: Service<typeof incoming> = {
  receive: receivePosted,
  status: (context) => readStatus(context),
  unreadable: listUnreadable,
  unreadableRaw: async (context, { id }) =>
    recordDownload(context, originalOf(null), await unreadableRawOf(context, id)),
  html: (context, { id }) => htmlOf(context, id),
  raw: async (context, { id }) => recordDownload(context, originalOf(id), await rawOf(context, id)),
}
