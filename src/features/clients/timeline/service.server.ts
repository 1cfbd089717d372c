import { eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { clients } from '#server/database/schema.ts'
import type { Service } from '#server/service/context.ts'
import type { timeline } from './contract.ts'
import { readTimeline } from './read-timeline.server.ts'

export const timelineService: Service<typeof timeline> = {
  async show({ db, user }, { id, before }) {
    const [client] = await db.select({ id: clients.id }).from(clients).where(eq(clients.id, id))
    if (!client) throw new Failure('not_found', 'Client not found')
    return await readTimeline(db, id, { before, withAudit: user.role === 'owner' })
  },
}
