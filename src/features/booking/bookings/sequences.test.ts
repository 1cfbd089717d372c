import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isFailure } from '#contract/failure.ts'
import { newId } from '#server/database/new-id.ts'
import { hosts } from '#server/database/schema.ts'
import {
  addHost,
  berlin,
  confirm,
  freeStartsOf,
  hold,
  openBooking,
  wrongCells,
} from '#test/harness/bookings.ts'
import { randomFrom } from '#test/harness/business-hours-oracle.ts'
import { agenda } from '../agenda/contract.ts'
import { holds, meetings } from './contract.ts'
import { removeOldHolds } from './sweeping.server.ts'

const steps = 150

/** Refusals that are correct in some states. */
const expected = ['slot_taken', 'hold_expired', 'changed', 'too_late', 'not_found', 'invalid_input']

/** Performs random actions, at most two concurrently, and checks the cells after each step. */
test.each([1, 2])(
  'whatever happens in which order, the cells agree: %i',
  async (seed) => {
    const { app, hostId } = await openBooking()
    await using _ = app
    const hostIds = [hostId, await addHost(app, 'second')]
    const agent = await app.person('agent', 'sam')
    const random = randomFrom(seed)
    const starts = (await freeStartsOf(app)).slice(0, 8)
    const [heldTokens, meetingTokens]: [string[], string[]] = [[], []]
    let step = 0
    const pick = (values: string[]) => values[random(values.length)] ?? 'x'.repeat(43)
    const stranger = () => app.stranger(`203.0.113.${step % 250}`)
    const address = () => `198.51.100.${step % 250}`
    const sequenceOf = async (token: string) =>
      (await stranger().call(meetings.show, { token })).sequence
    /** A random call with the sequence that staff last saw. */
    const anyCall = async () => {
      const { items } = await agent.call(agenda.list, {})
      const suspects = await agent.call(agenda.list, { waiting: 'pending' })
      const found = [...items, ...suspects.items]
      const { id, sequence } = found[random(found.length)] ?? { id: newId(), sequence: 0 }
      return { id, sequence }
    }
    const keepHold = async (more: object = {}) =>
      void heldTokens.push((await hold(app, pick(starts), more, address())).holdToken)
    const acts: (() => Promise<unknown>)[] = [
      () => keepHold(),
      () => keepHold({ replaces: pick(heldTokens) }),
      () => stranger().call(holds.extend, { token: pick(heldTokens) }),
      () => stranger().call(holds.remove, { token: pick(heldTokens) }),
      async () => {
        const who = { email: `${step}@n.test`, ...(random(6) === 0 && { website: 'http://x' }) }
        const { meetingToken } = await confirm(
          app,
          heldTokens.at(-1) ?? pick(heldTokens),
          who,
          address(),
        )
        meetingTokens.push(meetingToken)
      },
      async () => {
        const token = pick(meetingTokens)
        const change = { token, sequence: await sequenceOf(token), zone: berlin }
        await stranger().call(meetings.move, { ...change, start: pick(starts) })
      },
      async () => {
        const token = pick(meetingTokens)
        const change = { token, sequence: await sequenceOf(token) }
        await stranger().call(meetings.cancel, change)
      },
      () =>
        app.db.execute(sql`update bookings set hold_expires_at = now() - interval '1 second'
        where id in (select id from bookings where state = 'held' order by id limit 2)`),
      async () => {
        await app.db.execute(sql`update bookings set hold_expires_at = now() - interval '2 hours'
        where state in ('held', 'expired') and hold_expires_at < now()`)
        const log = { info() {}, warn() {}, error() {} }
        await removeOldHolds.run({ ...app.deps, log }, {})
      },
      async () => {
        const given = { type: 'consultation', hostId: pick(hostIds), start: pick(starts) }
        const who = { name: 'Eve', email: `${step}@e.test`, contact: 'video' } as const
        await agent.call(agenda.create, { ...given, ...who, zone: berlin })
      },
      async () => agent.call(agenda.move, { ...(await anyCall()), start: pick(starts) }),
      async () => agent.call(agenda.reassign, { ...(await anyCall()), hostId: pick(hostIds) }),
      async () => agent.call(agenda.cancel, await anyCall()),
      async () => agent.call(agenda.confirm, { id: (await anyCall()).id }),
      // A host takes no calls for a while, so confirming changes the host.
      () =>
        app.db.update(hosts).set({
          active: sql`not active or user_id < (
      select max(user_id::text)::uuid from hosts where active)`,
        }),
    ]
    const seen = new Set<string>()
    for (step = 1; step <= steps; step++) {
      const now = [acts[random(acts.length)], ...(random(3) === 0 ? [acts[random(7)]] : [])]
      for (const done of await Promise.allSettled(now.map((act) => act?.()))) {
        if (done.status === 'fulfilled') continue
        if (!isFailure(done.reason) || !expected.includes(done.reason.code)) throw done.reason
        seen.add(done.reason.code)
      }
      expect(await wrongCells(app), `step ${step} of seed ${seed}`).toEqual([])
    }
    expect(meetingTokens.length).toBeGreaterThan(3)
  },
  120_000,
)
