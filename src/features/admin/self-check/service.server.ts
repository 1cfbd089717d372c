import { Failure } from '../../../contract/failure.ts'
import { record } from '../../../server/audit.ts'
import type { Service } from '../../../server/context.ts'
import type { Budget } from '../../../server/http/rate-limits.ts'
import { isDoctor } from '../../../server/security/self-check-token.ts'
import type { selfCheck } from './contract.ts'
import { giveFile, takeFile } from './file.server.ts'
import { readState, runSelfCheck } from './running.server.ts'

const byHand: Budget = { name: 'self-check', points: 3, seconds: 600 }

export const selfCheckService: Service<typeof selfCheck> = {
  show: ({ db }) => readState(db),

  async run(context) {
    const { db, limits, user } = context
    const spent = await limits.take(byHand, user.id)
    if (!spent.allowed) {
      throw new Failure(
        'too_many_requests',
        'Three checks in ten minutes are enough. Please wait.',
        {
          retryAfter: spent.retryAfter,
        },
      )
    }
    await record(db, user, { action: 'self_check.run', subject: 'self_check' })
    await runSelfCheck(context)
    return readState(db)
  },

  async upload(context, _, request) {
    await takeFile(context, request)
    return { success: true }
  },

  download: giveFile,

  async address(context) {
    const { requester } = context
    if (!isDoctor(context, requester.checkToken)) {
      throw new Failure('not_found', 'There is nothing at this address.')
    }
    return { address: requester.address }
  },
}
