import { eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { chatSessions } from '#server/database/schema.ts'
import type { Service } from '#server/service/context.ts'
import { offerSlots, readOpenType } from '../availability/service.server.ts'
import { chatToken } from '../bookings/chat-token.server.ts'
import type { chatOffers } from './contract.ts'

const daysSearched = 62
const shown = 3

export const chatOffersService: Service<typeof chatOffers> = {
  async show(context, { sessionId }) {
    const { db, config, encryption } = context
    if ((await db.$count(chatSessions, eq(chatSessions.id, sessionId))) === 0) {
      throw new Failure('not_found', 'There’s no such chat.')
    }
    const type = await readOpenType(context)
    if (!type) throw new Failure('conflict', 'Nobody takes calls yet.')
    const wanted = { zone: undefined, from: undefined, days: daysSearched }
    const { days } = await offerSlots(context, type, wanted)
    const starts = days.flatMap(({ slots }) => slots.map(({ start }) => start)).slice(0, shown)
    const url = `${config.publicUrl}/book/${type.slug}?chat=${chatToken(encryption, sessionId)}`
    return { url, starts }
  },
}
