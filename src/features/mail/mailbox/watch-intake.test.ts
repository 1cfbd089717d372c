import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attention } from '#features/admin/attention/contract.ts'
import { dataExchange } from '#features/clients/data-exchange/contract.ts'
import { auth } from '#features/identity/sign-in/contract.ts'
import { deleteExpiredNightly } from '#features/privacy/retention/expired-data.server.ts'
import {
  blobDeletions,
  mailIntake,
  mailMailboxes,
  mailMessages,
  mailThreads,
  notifications,
} from '#server/database/schema.ts'
import { noticesOf } from '#test/harness/mail-thread.ts'
import { mailInEnvironment, mailOf, postMail } from '#test/harness/mails.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { watchIntake } from './watch-intake.server.ts'

const environment = { ...mailInEnvironment, IMAP_URL: 'imap://u:p@127.0.0.1:1/INBOX' }
const ago = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`

test('intake that fails for 15 minutes is a red line, and staff are notified once', async () => {
  await using app = await openTestApp({ environment })
  const agent = await app.person('agent')
  const admin = await app.person('admin')
  const lines = async () =>
    (await agent.call(attention.show, {})).lines.map(({ id, text }) => [id, text])
  const run = () => watchIntake.run({ ...app.deps, log: app.fastify.log }, {})
  await app.db.insert(mailMailboxes).values([
    { name: 'u@127.0.0.1/INBOX', failingSince: ago(14) as never, lastError: 'econnrefused' },
    { name: 'a former one', failingSince: ago(9999) as never },
  ])
  await run()
  expect([await lines(), await noticesOf(app)]).toEqual([[], []])
  await app.db.update(mailMailboxes).set({ failingSince: ago(16) })
  for (const _ of [1, 2]) await run()
  expect(await lines()).toEqual([['intake_failing', 'Email isn’t coming in.']])
  const notices = (await app.db.select().from(notifications)).map(({ event, userId, url }) => [
    event,
    userId,
    url,
  ])
  const { user } = await admin.call(auth.me, {})
  expect(notices).toHaveLength(2)
  expect(notices).toContainEqual(['intake.failing', user.id, '/admin/mail'])
  expect(notices).toContainEqual(['intake.failing', expect.not.stringMatching(user.id), '/admin'])
  await app.db.update(mailMailboxes).set({ failingSince: null })
  await postMail(app, mailOf('Waits'))
  expect(await lines()).toEqual([])
  await app.db.update(mailIntake).set({ receivedAt: ago(16) })
  expect(await lines()).toHaveLength(1)
})

test('intake is forgotten after 30 days, but not what is unreadable or waits; erasure takes it all', async () => {
  await using app = await openTestApp({ environment })
  await postMail(app, mailOf('A message'))
  await app.work()
  for (const state of ['ignored', 'unreadable', 'received'] as const) {
    await postMail(app, mailOf(state), { sender: 'Vera@visitor.test' })
    await app.db.update(mailIntake).set({ state }).where(sql`state = 'received'`)
  }
  await app.db.update(mailIntake).set({ receivedAt: sql`now() - interval '31 days'` })
  await deleteExpiredNightly.run({ ...app.deps, log: app.fastify.log }, {})
  const states = await app.db.select({ state: mailIntake.state }).from(mailIntake)
  expect(states.map(({ state }) => state).sort()).toEqual(['received', 'unreadable'])
  expect(await app.db.$count(mailMessages)).toBe(1)
  expect(await app.db.$count(blobDeletions)).toBe(1)
  const owner = await app.person('owner')
  const email = 'vera@visitor.test'
  expect(await owner.call(dataExchange.findPerson, { email })).toMatchObject({ mails: 3 })
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })
  expect(await app.db.$count(mailIntake)).toBe(0)
  expect(await app.db.$count(mailThreads)).toBe(0)
  expect(await app.db.$count(blobDeletions)).toBe(4)
})
