import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type ChatTestApp, openChatTestApp } from '#test/harness/chat-app.ts'

/** Ends the agents' grace period of 5 s. */
async function graceIsOver({ db, chat }: ChatTestApp): Promise<void> {
  await db.execute(sql`update chat_connections set lease_until = now() - interval '1 second'
    where role = 'admin'`)
  await chat.sweep()
}

test('visitors learn whether an agent is online, at once and at every change', async () => {
  await using app = await openChatTestApp({ clock: () => 0 })
  const [reader, visitor] = [await app.connect(), await app.visitor()]
  await reader.flush()
  expect(reader.received.slice(0, 2)).toEqual([
    { type: 'connection_established' },
    { type: 'availability', available: false },
  ])
  const agent = await app.agent()
  await app.agent()
  for (const client of [reader, visitor]) {
    await client.receive('availability', ({ available }) => available)
  }
  const late = await app.connect()
  expect(await late.receive('availability')).toMatchObject({ available: true })
  await agent.close()
  for (const client of [reader, visitor]) {
    const availabilityFrames = () => client.received.filter(({ type }) => type === 'availability')
    const countAfterGrace = async () => {
      // The server may process the close only now, which restarts the grace.
      await graceIsOver(app)
      return availabilityFrames().length
    }
    await expect.poll(countAfterGrace).toBe(3)
    await client.flush()
    expect(availabilityFrames().map((frame) => 'available' in frame && frame.available)).toEqual([
      false,
      true,
      false,
    ])
  }
})

test('agents receive no availability', async () => {
  await using app = await openChatTestApp({ clock: () => 0 })
  const agent = await app.agent()
  await app.chat.sweep()
  await agent.flush()
  expect(agent.receivedTypes().filter((type) => type === 'availability')).toHaveLength(1)
})
