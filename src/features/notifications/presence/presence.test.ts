import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { chat } from '#features/chat/protocol/contract.ts'
import { isOpen } from '#features/content/business-hours/open-hours.ts'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { type Agent, openChatTestApp } from '#test/harness/chat-app.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { presence } from './contract.ts'

const availability = (app: Pick<TestApp, 'stranger'>) => app.stranger().call(chat.availability, {})

/** Moves the last input `minutes` into the past. */
const idleFor = (app: Pick<TestApp, 'db'>, minutes: number) =>
  app.db.execute(sql`update stored_state set at = now() - make_interval(mins => ${minutes})
    where name like 'activity:%'`)

async function sendActivity(agent: Agent): Promise<void> {
  agent.send({ type: 'activity' })
  await agent.flush()
}

test('online is an open socket of somebody who is neither away nor idle', async () => {
  await using app = await openChatTestApp()
  expect(await availability(app)).toMatchObject({ agentConnected: false, status: 'away' })
  const agent = await app.agent()
  const online = { agentConnected: true, status: 'online', backAt: null }
  expect(await availability(app)).toMatchObject(online)
  await agent.person.call(presence.update, { state: 'away' })
  const { status, agentConnected, backAt } = await availability(app)
  expect({ status, agentConnected }).toEqual({ status: 'away', agentConnected: false })
  expect(Date.parse(backAt ?? '')).toBeGreaterThan(Date.now())
  await agent.person.call(presence.update, { state: 'available' })
  expect(await availability(app)).toMatchObject(online)
})

test('who sent input is idle after ten minutes and back with the next; who never did is not', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  await idleFor(app, 60)
  expect(await availability(app)).toMatchObject({ status: 'online' })
  await sendActivity(agent)
  await idleFor(app, 9)
  expect(await availability(app)).toMatchObject({ status: 'online' })
  await idleFor(app, 11)
  expect(await availability(app)).toMatchObject({ status: 'away' })
  await sendActivity(agent)
  expect(await availability(app)).toMatchObject({ status: 'online' })
})

test('reachable is, within business hours, a device of somebody who is not away', async () => {
  await using app = await openTestApp()
  const ana = await app.person('agent')
  await app.db.execute(sql`insert into push_subscriptions
    (id, user_id, endpoint_hash, endpoint_encrypted, keys_encrypted, device, last_ok_at)
    select gen_random_uuid(), id, '\\x00', '', '', 'Phone', now() - interval '23 hours' from users`)
  const open = isOpen(brand.hours, 'chat', new Date())
  expect((await availability(app)).status).toBe(open ? 'reachable' : 'away')
  await ana.call(presence.update, { state: 'away' })
  expect((await availability(app)).status).toBe('away')
  await ana.call(presence.update, { state: 'available' })
  await app.db.execute(sql`update push_subscriptions set last_ok_at = now() - interval '25 hours'`)
  expect((await availability(app)).status).toBe('away')
})

test('away ends by itself and shows beside assignees', async () => {
  await using app = await openTestApp()
  const ana = await app.person('agent', 'ana')
  const until = new Date(Date.now() + 60_000).toISOString()
  expect(await ana.call(presence.update, { state: 'away', until })).toEqual({
    state: 'away',
    until,
  })
  expect(await ana.call(inbox.assignees, {})).toMatchObject([{ name: 'ana', presence: 'away' }])
  await app.db.execute(sql`update presence set until = now() - interval '1 second'`)
  const here = { state: 'available', until: null }
  expect(await ana.call(presence.show, {})).toEqual(here)
  expect(await ana.call(inbox.assignees, {})).toMatchObject([{ presence: 'available' }])
  const past = new Date(Date.now() - 1000).toISOString()
  await expect(ana.call(presence.update, { state: 'away', until: past })).rejects.toMatchObject({
    fields: { until: expect.any(String) },
  })
})
