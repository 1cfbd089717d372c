import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clients } from '#features/clients/contract.ts'
import { inquiries as inquiriesContract } from '#features/leads/contract.ts'
import { bookings, chatSessions, inquiries } from '#server/database/schema.ts'
import { bookerToken } from '#server/mail/booker-link.ts'
import {
  addHost,
  berlin,
  confirm,
  freeStartsOf,
  hold,
  openBooking,
  startAt,
} from '#test/harness/bookings.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { findBooker } from '../bookings/booker.server.ts'
import { visits } from '../bookings/contract.ts'
import { dayIn } from '../visitor/times.ts'
import { callOffers } from './contract.ts'

async function openChatted(company = 'Tarn') {
  const { app } = await openBooking()
  const [chat] = await app.db
    .insert(chatSessions)
    .values({
      visitorHash: Buffer.alloc(32, 1),
      visitorName: 'Ben Ilves',
      visitorCompany: company,
      visitorEmail: 'ben@tarn.test',
    })
    .returning()
  const agent = await app.person('agent', 'kim')
  const sessionId = chat?.id ?? ''
  const { url, starts } = await agent.call(callOffers.ofChat, { sessionId })
  return { app, agent, sessionId, url, starts, token: new URL(url).searchParams.get('chat') ?? '' }
}

const nobody = { name: '', email: '', company: '' }

test('an agent offers times in a chat, and who books is known from it', async () => {
  const { app, sessionId, url, starts, token } = await openChatted()
  await using _ = app
  expect(url).toMatch(/\/book\/consultation\?chat=/)
  expect(starts).toHaveLength(3)
  expect(url).not.toContain(sessionId)
  const { holdToken } = await hold(app, await startAt(app, 2))
  const shown = await app.stranger().call(visits.hold, { token: holdToken, chat: token })
  expect(shown.known).toEqual({ isPerson: true, isCompany: true })
  expect(JSON.stringify(shown)).not.toContain('Ben')
  const forged = { ...nobody, name: 'Mallory', email: 'mallory@n.test', chatToken: token }
  expect(await confirm(app, holdToken, forged)).toMatchObject({ state: 'booked' })
  expect(await app.db.select().from(bookings)).toMatchObject([
    { chatSessionId: sessionId, name: 'Ben Ilves', email: 'ben@tarn.test', company: 'Tarn' },
  ])
  expect(await app.db.select().from(inquiries)).toMatchObject([{ email: 'ben@tarn.test' }])
})

test('a link of a chat lasts seven days; then who books is asked as usual', async () => {
  const { app, token } = await openChatted('')
  await using _ = app
  const start = (await freeStartsOf(app))[2] ?? ''
  const known = async (chat: string) => {
    const { holdToken } = await hold(app, start, {}, '203.0.113.7')
    const shown = await app.stranger().call(visits.hold, { token: holdToken, chat })
    await app.db.delete(bookings)
    return shown.known
  }
  expect(await known(token)).toEqual({ isPerson: true, isCompany: false })
  const none = { isPerson: false, isCompany: false }
  expect(await known(token.slice(0, 40) + token.slice(41))).toEqual(none)
  expect(await known('')).toEqual(none)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await findBooker(app.deps, app.db, token)).toBeUndefined()
})

test('without hosts and without the chat there is no link', async () => {
  await using app = await openTestApp({ seeded: true })
  const agent = await app.person('agent')
  const none = agent.call(callOffers.ofChat, { sessionId: randomUUID() })
  expect(await failureOf(none)).toMatchObject({ code: 'not_found' })
  const [chat] = await app.db
    .insert(chatSessions)
    .values({ visitorHash: Buffer.alloc(32, 1), visitorName: 'Ben', visitorEmail: 'b@n.test' })
    .returning()
  const closed = agent.call(callOffers.ofChat, { sessionId: chat?.id ?? '' })
  expect(await failureOf(closed)).toMatchObject({ code: 'conflict' })
})

test('times are offered by links; those of a mail say who reads it when it is sent', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const agent = await app.person('agent')
  const { id: inquiryId, requestUrl } = await app.stranger().call(inquiriesContract.create, {
    name: 'Ben Ilves',
    email: 'ben@tarn.test',
    company: 'Tarn',
    message: 'Slips',
    filledInMs: 9_000,
  })
  const offer = await agent.call(callOffers.show, { inquiryId, hostId })
  expect(new Set(offer.chosen.map((start) => dayIn(offer.zone, start))).size).toBe(3)
  expect(offer).toMatchObject({
    type: 'consultation',
    hosts: [{ id: hostId }],
    zone: 'America/Los_Angeles',
    link: `${app.deps.config.publicUrl}/book/consultation/offer?host=${hostId}&{reader}&`,
  })
  const [at = ''] = offer.chosen
  const request = requestUrl?.split('/').at(-1) ?? ''
  const stranger = app.stranger()
  const look = () =>
    stranger.call(callOffers.offered, { type: 'consultation', at, request, chat: '' })
  const seen = await look()
  expect(seen).toMatchObject({ start: at, isFree: true, known: { isPerson: true } })
  expect(JSON.stringify(seen)).not.toContain('Ben')
  await hold(app, at, {}, '203.0.113.9')
  expect(await look()).toMatchObject({ isFree: false })
})

test('by the link of a mail a client books as that client, in the zone of their last call', async () => {
  const { app } = await openBooking()
  await using _ = app
  const admin = await app.person('admin')
  const ivo = { name: 'Ivo', email: 'ivo@n.test', company: 'Nora' }
  const { id: clientId } = await admin.call(clients.create, ivo)
  const chatToken = bookerToken(app.deps.encryption, { clientId })
  const { holdToken } = await hold(app, await startAt(app, 2))
  const forged = { name: 'Mallory', email: 'mallory@n.test', company: '', chatToken }
  expect(await confirm(app, holdToken, forged)).toMatchObject({ state: 'booked' })
  expect(await app.db.select().from(bookings)).toMatchObject([{ ...ivo, clientId }])
  await addHost(app, 'second')
  const [booked] = await app.db.select().from(bookings)
  const twice = await hold(app, booked?.startsAt.toISOString() ?? '')
  await confirm(app, twice.holdToken, forged)
  expect(await app.db.select().from(bookings)).toMatchObject([{ id: booked?.id }])
  expect(await app.db.select().from(inquiries)).toMatchObject([
    { ...ivo, clientId, status: 'converted' },
  ])
  expect(await admin.call(callOffers.show, { clientId })).toMatchObject({ zone: berlin })
})
