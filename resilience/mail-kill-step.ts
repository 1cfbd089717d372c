import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../test/chat-pairs.ts'
import type { RunningProduct } from '../test/product.ts'
import type { SmtpStandIn, SmtpStep } from '../test/smtp-stand-in.ts'
import { closeGate, type Effects, isInTime, reached } from './kill-gate.ts'
import { connectTo, endLeases, type Target, waitingMails } from './mail-ledger.ts'

type Step = {
  step: string
  /** Address of the visitor, whose mail stops at the mail server. */
  email: string
  /** Of the rows that stop; see `closeGate`. */
  key?: string
  atServer: Readonly<Record<string, SmtpStep>>
  effects: Effects
}

/** Acts, and kills the product at the step. @returns also whether the step was reached. */
export async function killAtStep<T>(
  { target, standIn }: { target: Target; standIn: SmtpStandIn },
  product: RunningProduct,
  { step, email, key = email, atServer, effects }: Step,
  act: () => Promise<T>,
): Promise<{ isReached: boolean; result: T }> {
  const client = await connectTo(target)
  const dead = Promise.withResolvers<void>()
  const atStep = Promise.withResolvers<void>()
  const wanted = atServer[step]
  standIn.script = async (at, to) => {
    if (at !== wanted || (to !== '' && to !== email)) return 'take'
    atStep.resolve()
    await dead.promise
    return at === 'received' ? 'take' : 'cut'
  }
  await closeGate(client, step, key)
  const acting = act()
  const isReached = await (wanted
    ? isInTime(atStep.promise)
    : reached(client, { step, effects, key: email }))
  await product.stop('SIGKILL')
  dead.resolve()
  standIn.script = () => 'take'
  const result = await acting
  // With the own PostgreSQL the connection died with the product.
  await client.end().catch(() => {})
  return { isReached, result }
}

export const untilAllSent = (target: Target, isShort: boolean) =>
  until('all mail to be sent', 240_000, async () => {
    if (isShort) await endLeases(target)
    await wait(500)
    return (await waitingMails(target)) === 0
  })
