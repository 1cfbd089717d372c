import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings, clients, inquiries, projects } from '#server/database/schema.ts'
import { ada, book, openBooking } from '#test/harness/bookings.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { write } from '#test/harness/requests.ts'
import { agenda, callBriefs } from './contract.ts'

async function callIn({ db }: Awaited<ReturnType<typeof openBooking>>['app']) {
  const [call] = await db.select().from(bookings)
  return call?.id ?? ''
}

test('a brief has their words, their pages and what was before, the same each time', async () => {
  const { app } = await openBooking()
  await using _ = app
  await write(app, {
    email: ada.email.toUpperCase(),
    name: ada.name,
    message: 'An earlier question',
  })
  await write(app, { email: 'ben@n.test', message: 'Somebody else' })
  await book(app, 0, { note: 'Our delivery notes\nare on paper', page: '/book/consultation' })
  const id = await callIn(app)
  const agent = await app.person('agent')
  const brief = await agent.call(callBriefs.show, { id })
  expect(brief).toMatchObject({
    booking: await agent.call(agenda.show, { id }),
    words: [{ label: 'Message', text: 'Our delivery notes\nare on paper' }],
    before: [{ kind: 'request', text: expect.stringMatching(/^Request R-/) }],
  })
  expect(brief.pages.map(({ path, from }) => [path, from])).toEqual([
    ['/book/consultation', 'call'],
    ['/book/consultation', 'request'],
  ])
  expect(await agent.call(callBriefs.show, { id })).toEqual(brief)
})

test('what the product wrote is not among their words', async () => {
  const { app } = await openBooking()
  await using _ = app
  await book(app)
  const agent = await app.person('agent')
  const { words } = await agent.call(callBriefs.show, { id: await callIn(app) })
  expect(words).toEqual([])
})

test('the client of a request and their projects are known', async () => {
  const { app } = await openBooking()
  await using _ = app
  await book(app)
  const [client] = await app.db.insert(clients).values(ada).returning()
  const clientId = client?.id ?? ''
  await app.db.insert(projects).values({ clientId, title: 'Slips', status: 'prospect' })
  const id = await callIn(app)
  const agent = await app.person('agent')
  const { before } = await agent.call(callBriefs.show, { id })
  expect(before.map(({ text }) => text).sort()).toEqual([
    'Client Ada Okafor',
    expect.stringMatching(/^Project Slips, /),
  ])
})

test('after an erasure nothing of the person is left, and an unknown call is none', async () => {
  const { app } = await openBooking()
  await using _ = app
  await book(app)
  await app.db.delete(inquiries)
  await app.db.update(bookings).set({ name: null, email: null, note: null, page: null })
  const id = await callIn(app)
  const agent = await app.person('agent')
  expect(await agent.call(callBriefs.show, { id })).toMatchObject({
    words: [],
    pages: [],
    before: [],
  })
  await app.db.update(bookings).set({ state: 'expired' }).where(eq(bookings.id, id))
  const gone = await failureOf(agent.call(callBriefs.show, { id }))
  expect(gone.code).toBe('not_found')
})
