import type { Service } from '#server/service/context.ts'
import type { incoming } from './contract.ts'
import { receivePosted } from './posting.server.ts'
import { htmlOf, rawOf, unreadableRawOf } from './showing.server.ts'
import { listUnreadable, readStatus } from './status.server.ts'

export const incomingService: Service<typeof incoming> = {
  receive: receivePosted,
  status: (context) => readStatus(context),
  unreadable: listUnreadable,
  unreadableRaw: (context, { id }) => unreadableRawOf(context, id),
  html: (context, { id }) => htmlOf(context, id),
  raw: (context, { id }) => rawOf(context, id),
}
