import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../../../contract/failure.ts'
import { record } from '../../../server/audit.ts'
import type { Context, Service } from '../../../server/context.ts'
import { readOneFile } from '../../../server/files/reading.ts'
import { describeError } from '../../../server/http/errors.ts'
import { type Budget, takeOrRefuse } from '../../../server/http/rate-limits.ts'
import { checkRunOf, isDoctor } from '../../../server/security/self-check-token.ts'
import type { selfCheck } from './contract.ts'
import { beginSelfCheck, readState } from './running.server.ts'
import { checkFileBytes } from './steps.server.ts'

const byHand: Budget = { name: 'self-check', points: 3, seconds: 600 }

/** A mail may take a minute to come back; who asked reads the state meanwhile. */
const longestWaitMs = 3_000

const notFound = () => new Failure('not_found', 'There is nothing at this address.')

async function findRun(context: Context) {
  const run = await checkRunOf(context, context.requester.checkToken)
  if (!run) throw notFound()
  return run
}

export const selfCheckService: Service<typeof selfCheck> = {
  show: ({ db }) => readState(db),

  async run(context) {
    const { db, limits, log, user } = context
    const sentence = 'Three checks in ten minutes are enough. Please wait.'
    await takeOrRefuse(limits, byHand, user.id, sentence)
    await record(db, user, { action: 'self_check.run', subject: 'self_check' })
    const { end } = await beginSelfCheck(context)
    const done = end.catch((error: unknown) => {
      log.error({ event: 'self_check_broken', error: describeError(error) })
    })
    await Promise.race([done, pause(longestWaitMs)])
    return readState(db)
  },

  async upload(context, _, request) {
    const { storage } = context
    const { storageKey } = await findRun(context)
    const tooLarge = () => new Failure('too_large', 'The file of a self-check is smaller.')
    const sent = await readOneFile(request, checkFileBytes, tooLarge)
    const received = await storage.receive(checkFileBytes, storageKey)
    try {
      await sent.pourInto(received.sink)
      await received.commit(received.sha256())
    } finally {
      await received.discard()
    }
    return { success: true }
  },

  async download(context) {
    const { storageKey } = await findRun(context)
    return {
      name: 'self-check.bin',
      type: 'application/octet-stream',
      size: checkFileBytes,
      open: (range) => context.storage.read(storageKey, range),
    }
  },

  async address(context) {
    const { requester } = context
    if (!isDoctor(context, requester.checkToken)) throw notFound()
    return { address: requester.address }
  },
}
