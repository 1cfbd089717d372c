import type { FastifyBaseLogger } from 'fastify'
import { describeError } from '#server/database/describe-error.ts'
import type { Dependencies } from '#server/service/context.ts'
import { sequenceBatch } from './sequence-batch.server.ts'
import { onReceipt } from './wake-sequencer.server.ts'

const everyMs = 1_000

/** Milliseconds to wait, so that the receipts of one burst share a batch. */
const gatherMs = 100

/**
 * Adds receipts to the log, soon after each commit and every second. It has its own loop, because a
 * long job must not delay it.
 *
 * @returns a function that stops after the current batch.
 */
export function startSequencer(
  deps: Dependencies & { log: Pick<FastifyBaseLogger, 'warn'> },
): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let busy: Promise<void> | undefined
  let isWoken = false

  async function sequenceAll(): Promise<void> {
    try {
      while (!stopped && (await sequenceBatch(deps))) {}
    } catch (error) {
      deps.log.warn({ event: 'receipts', error: describeError(error) })
    }
  }
  function turn(): void {
    isWoken = false
    busy = sequenceAll().then(() => {
      busy = undefined
      if (!stopped) timer = setTimeout(turn, isWoken ? gatherMs : everyMs)
    })
  }
  function wake(): void {
    if (isWoken || stopped) return
    isWoken = true
    if (busy) return
    clearTimeout(timer)
    timer = setTimeout(turn, gatherMs)
  }

  onReceipt(deps, wake)
  turn()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await busy
  }
}
