import { z } from 'zod'
import { Failure } from '../../../contract/failure.ts'
import { googleGrants } from '../../../server/database/schema.ts'
import { job } from '../../../server/jobs/jobs.ts'
import { proveGrant } from './refreshing.server.ts'

/** Runs daily, so that a dead grant shows before it is needed. */
export const checkGrants = job({
  name: 'google.checkGrants',
  payload: z.object({}),
  everySeconds: 24 * 60 * 60,
  async run(deps) {
    if (!deps.google) return
    const grants = await deps.db.select({ group: googleGrants.scopeGroup }).from(googleGrants)
    for (const { group } of grants) {
      try {
        await proveGrant(deps, group)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        deps.log.warn({ event: 'google_grant', group, outcome: error.code })
      }
    }
  },
})
