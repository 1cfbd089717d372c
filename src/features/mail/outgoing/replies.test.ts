import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { clients } from '#features/clients/contract.ts'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { requests } from '#features/inbox/request-status/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { auditEntries, mailMessages, replyDeadlines, users } from '#server/database/schema.ts'
import { bookerOf } from '#server/mail/booker-link.ts'
import { faultsOf } from '#test/harness/mail-faults.ts'
import {
  colleague,
  confirmedLead,
  lastMailTo,
  openMailApp,
  receive,
  reply,
  sendNow,
} from '#test/harness/replies.ts'
import { firstItem, show } from '#test/harness/requests.ts'
import { openTestApp, type Person } from '#test/harness/test-app.ts'
import { mailThreads } from '../threads/contract.ts'
import { outgoingMail } from './contract.ts'

const visitor = 'ada@northfold.test'

test('a reply goes out as its author wrote it, in the thread of the confirmation', async () => {
  await using app = await openMailApp()
  const { id, number, requestUrl } = await confirmedLead(app)
  const confirmation = await lastMailTo(app, visitor)
  const mara = await colleague(app, 'Mara')
  const text = 'Hello {name} of {company},\n\n{number}: {link}\nWe are here {hours}.\n{me}'
  const made = await reply(mara, id, { text })
  expect(made).toMatchObject({ kind: 'reply', delivery: 'queued', to: visitor, sendAt: /./ })
  const { events } = await mara.call(inbox.show, { id: (await firstItem(mara)).id })
  expect(events.map(({ type }) => type)).toEqual(['opened'])
  await app.work()
  // The reply is not sent yet, because it can still be undone.
  expect((await lastMailTo(app, visitor)).raw).toEqual(confirmation.raw)
  await sendNow(app, mara, made.id)
  const { raw, parsed, from } = await lastMailTo(app, visitor)
  expect(await faultsOf(raw)).toEqual([])
  expect(parsed.from?.value).toEqual([{ name: 'Mara, Northfold', address: 'desk@n.test' }])
  expect(parsed.subject).toBe('Your slips')
  expect(parsed.inReplyTo).toBe(confirmation.parsed.messageId)
  expect(parsed.references).toBe(confirmation.parsed.messageId)
  expect(parsed.replyTo?.value).toEqual(confirmation.parsed.replyTo?.value)
  expect(from).not.toBe(confirmation.from)
  expect(parsed.text).toContain(
    `Hello Ada Okafor of Northfold Logistics,\n\n${number}: ${requestUrl}`,
  )
  expect(parsed.text).toMatch(/We are here .+ (AM|PM) .+\.\nMara\n\n-- \n/)
  expect(parsed.text?.endsWith(`\n-- \nMara\n${brand.name}\n`)).toBe(true)
  expect(raw.toString()).not.toContain('Auto-Submitted')
  const [stored] = await app.db.select().from(mailMessages).where(eq(mailMessages.id, made.id))
  expect(stored?.text).toContain('{link}')
  expect(stored?.text).not.toContain(requestUrl)
})

test('a link to a call says who reads the mail, a client only at their own address, and is stored without', async () => {
  await using app = await openMailApp()
  const { id, token } = await confirmedLead(app)
  const admin = await colleague(app, 'Ann', 'admin')
  const text = 'Monday: https://n.test/book/consultation/offer?{reader}&at=2098'
  const sent = await reply(admin, id, { text })
  await sendNow(app, admin, sent.id)
  const { parsed } = await lastMailTo(app, visitor)
  expect(parsed.text).toContain(`offer?request=${token}&at=2098`)
  const [stored] = await app.db.select().from(mailMessages).where(eq(mailMessages.id, sent.id))
  expect(stored?.text).toContain('offer?{reader}&at=2098')

  const email = 'ivo@tarn.test'
  const { id: clientId } = await admin.call(clients.create, { name: 'Ivo', email })
  const words = { subject: 'Our plan', text }
  const { id: own } = await admin.call(mailThreads.create, { clientId, ...words })
  await sendNow(app, admin, own)
  const linked = (await lastMailTo(app, email)).parsed.text
  const booker = /offer\?chat=([^&]+)&at=2098/.exec(linked ?? '')?.[1] ?? ''
  expect(bookerOf(app.deps.encryption, booker)).toMatchObject({ clientId })
  const { id: other } = await admin.call(mailThreads.create, { clientId, ...words })
  await admin.call(clients.update, { id: clientId, email: 'moved@tarn.test' })
  await sendNow(app, admin, other)
  expect((await lastMailTo(app, email)).parsed.text).toContain('offer?&at=2098')
})

test('an accepted reply meets the deadline, moves the status and assigns its author', async () => {
  await using app = await openMailApp()
  const { id, token } = await confirmedLead(app)
  const mara = await colleague(app, 'Mara')
  const item = await firstItem(mara)
  const { id: messageId } = await reply(mara, id)
  expect((await firstItem(mara)).scheduledAt).not.toBeNull()
  await sendNow(app, mara, messageId)
  const met = (await mara.call(inbox.show, { id: item.id })).item
  expect(met).toMatchObject({
    evidence: 'mail',
    metBy: { name: 'Mara' },
    assignee: { name: 'Mara' },
    scheduledAt: null,
  })
  const [sent] = await app.db.select().from(mailMessages).where(eq(mailMessages.id, messageId))
  expect(met.metAt).toBe(sent?.acceptedAt?.toISOString())
  expect(await mara.call(inquiries.show, { id })).toMatchObject({ status: 'contacted' })
  expect(await show(app, token)).toMatchObject({
    state: 'answered',
    answeredBy: 'Mara',
    answeredHow: 'mail',
    answeredAt: met.metAt,
  })
  const actions = await app.db.select({ action: auditEntries.action }).from(auditEntries)
  expect(actions.map(({ action }) => action)).toContain('mail.sent')
})

test('whoever writes where no answer is due becomes the assignee, unless somebody is', async () => {
  await using app = await openMailApp()
  const { id } = await confirmedLead(app)
  const [mara, bo] = [await colleague(app, 'Mara'), await colleague(app, 'Bo')]
  const item = await firstItem(mara)
  await mara.call(inbox.waive, { id: item.id, reason: 'other' })
  const assigneeOf = async () => (await mara.call(mailThreads.list, {})).items[0]?.assignee
  const first = await reply(mara, id)
  expect(await assigneeOf()).toBeNull()
  await sendNow(app, mara, first.id)
  expect(await assigneeOf()).toMatchObject({ name: 'Mara' })
  const second = await reply(bo, id, { force: true })
  await sendNow(app, bo, second.id)
  expect(await assigneeOf()).toMatchObject({ name: 'Mara' })
  const admin = await colleague(app, 'Ann', 'admin')
  const { id: clientId } = await admin.call(clients.create, { name: 'Tarn', email: 'a@tarn.test' })
  const words = { subject: 'Our plan', text: 'Monday' }
  const { id: toClient } = await bo.call(mailThreads.create, { clientId, ...words })
  await sendNow(app, bo, toClient)
  expect(await assigneeOf()).toMatchObject({ name: 'Bo' })
})

test('a reply that was written before the deadline opened is no evidence of it', async () => {
  await using app = await openMailApp()
  const { id } = await confirmedLead(app)
  const mara = await colleague(app, 'Mara')
  const { id: messageId } = await reply(mara, id)
  await app.db.update(replyDeadlines).set({ openedAt: sql`now() + interval '1 second'` })
  await sendNow(app, mara, messageId)
  expect(await firstItem(mara)).toMatchObject({ metAt: null })
})

const waiting = async (person: Person) => (await person.call(inbox.list, {})).items

test('what the visitor wrote while a reply was under way waits for an answer of its own', async () => {
  await using app = await openMailApp()
  const { id, token } = await confirmedLead(app)
  const [mara, bo] = [await colleague(app, 'Mara'), await colleague(app, 'Bo')]
  const item = await firstItem(mara)
  const sendAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const later = await reply(mara, id, { sendAt })
  const undone = await reply(mara, id, { force: true })
  const threadId = later.threadId ?? ''
  const said = async () => {
    const { messages } = await mara.call(mailThreads.show, { id: threadId })
    return messages.map(({ hasNewer }) => hasNewer)
  }
  expect(await said()).toEqual([false, false, false])
  // Automatic mail needs no answer.
  await receive(app, threadId, { kind: 'automatic' })
  const soon = (ms: number) => new Date(Date.now() + ms)
  const first = soon(100)
  await receive(app, threadId, { createdAt: first })
  await receive(app, threadId, { createdAt: soon(200) })
  expect(await said()).toEqual([false, true, true, false, false, false])
  await sendNow(app, mara, undone.id)
  const met = (await mara.call(inbox.show, { id: item.id })).item
  expect(met).toMatchObject({ evidence: 'mail', assignee: { name: 'Mara' } })
  expect(await waiting(mara)).toMatchObject([
    { kind: 'inquiry', openedAt: first.toISOString(), assignee: { name: 'Mara' } },
  ])
  expect(await show(app, token)).toMatchObject({ state: 'assigned' })
  // A reply written before a mail does not answer that mail either.
  await sendNow(app, mara, later.id)
  expect(await waiting(mara)).toHaveLength(1)
  const { id: last } = await reply(bo, id, { force: true })
  await app.db
    .update(mailMessages)
    .set({ createdAt: soon(300) })
    .where(eq(mailMessages.id, last))
  await sendNow(app, bo, last)
  expect(await waiting(mara)).toEqual([])
  expect(await app.db.$count(replyDeadlines)).toBe(2)
})

test('a detail that comes while a reply waits opens a deadline when that is sent', async () => {
  await using app = await openMailApp()
  const { id, token } = await confirmedLead(app)
  const mara = await colleague(app, 'Mara')
  const waits = await reply(mara, id)
  const { details } = await app.stranger().call(requests.addDetail, { token, text: 'By Friday' })
  const { messages } = await mara.call(mailThreads.show, { id: waits.threadId ?? '' })
  expect(messages.at(-1)).toMatchObject({ id: waits.id, hasNewer: true })
  await sendNow(app, mara, waits.id)
  expect(await waiting(mara)).toMatchObject([{ openedAt: details[0]?.createdAt }])
})

test('of two replies the later one, written after all that the visitor wrote, leaves nothing open', async () => {
  await using app = await openMailApp()
  const { id, token } = await confirmedLead(app)
  const [mara, bo] = [await colleague(app, 'Mara'), await colleague(app, 'Bo')]
  const early = await reply(mara, id)
  await app.stranger().call(requests.addDetail, { token, text: 'By Friday' })
  const after = await reply(bo, id, { force: true })
  await sendNow(app, bo, after.id)
  await sendNow(app, mara, early.id)
  expect(await waiting(mara)).toEqual([])
  expect(await app.db.$count(replyDeadlines)).toBe(1)
})

test('who answers what somebody else has answered, or the visitor has added to, is told', async () => {
  await using app = await openMailApp()
  const { id } = await confirmedLead(app)
  const [mara, bo] = [await colleague(app, 'Mara'), await colleague(app, 'Bo')]
  const both = await Promise.allSettled([reply(mara, id), reply(bo, id)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = both.find((one) => one.status === 'rejected')
  expect(refused?.reason).toMatchObject({
    code: 'conflict',
    message: /^(Mara|Bo) answered since you opened this\.$/,
  })
  const [thread] = (await bo.call(mailThreads.list, { inquiryId: id })).items
  const threadId = thread?.id ?? ''
  const { messages } = await bo.call(mailThreads.show, { id: threadId })
  expect(messages.map(({ kind }) => kind)).toEqual(['confirmation', 'reply'])
  const seenId = messages.at(-1)?.id ?? ''
  // Automatic mail and notes do not count as answers.
  await receive(app, threadId, { kind: 'automatic', fromName: 'Robot' })
  await receive(app, threadId, { kind: 'note' })
  await bo.call(mailThreads.write, { id: threadId, text: 'And this', seenId })
  await receive(app, threadId)
  const late = bo.call(mailThreads.write, { id: threadId, text: 'Third', seenId })
  await expect(late).rejects.toMatchObject({
    message: 'You answered and Ada Okafor wrote since you opened this.',
  })
  await bo.call(mailThreads.write, { id: threadId, text: 'Third', seenId, force: true })
})

test('a reply is taken back with its content until it is taken for sending', async () => {
  await using app = await openMailApp()
  const { id } = await confirmedLead(app)
  const mara = await colleague(app, 'Mara')
  const made = await reply(mara, id, { text: 'Not yet.\n\n-- \nBut soon.' })
  const back = await mara.call(outgoingMail.cancel, { id: made.id })
  expect(back).toMatchObject({ text: 'Not yet.\n\n-- \nBut soon.', subject: 'Your slips' })
  const gone = mara.call(outgoingMail.sendNow, { id: made.id })
  await expect(gone).rejects.toMatchObject({ code: 'not_found' })
  const again = await reply(mara, id)
  await sendNow(app, mara, again.id)
  for (const call of [outgoingMail.cancel, outgoingMail.sendNow, outgoingMail.retry]) {
    const refused = mara.call(call, { id: again.id })
    await expect(refused).rejects.toMatchObject({ code: 'conflict' })
  }
})

test('a reply is sent at the chosen time, at most 30 days from now', async () => {
  await using app = await openMailApp()
  const { id } = await confirmedLead(app)
  const mara = await colleague(app, 'Mara')
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  for (const days of [-1, 31]) {
    const refused = reply(mara, id, { sendAt: inDays(days) })
    await expect(refused).rejects.toMatchObject({ fields: { sendAt: /\w/ } })
  }
  const { sendAt, id: messageId } = await reply(mara, id, { sendAt: inDays(29) })
  expect((await firstItem(mara)).scheduledAt).toBe(sendAt)
  await app.work()
  expect((await lastMailTo(app, visitor)).parsed.subject).toContain('We received')
  await sendNow(app, mara, messageId)
  expect((await lastMailTo(app, visitor)).parsed.subject).toBe('Your slips')
})

test('a key makes one reply of repeats, and none without a mail server', async () => {
  await using app = await openMailApp()
  const { id } = await confirmedLead(app)
  const mara = await colleague(app, 'Mara')
  const input = { inquiryId: id, subject: 'Once', text: 'Once', seenId: null }
  const key = { idempotencyKey: 'one-of-mara' }
  const both = await Promise.all([
    mara.call(mailThreads.create, input, key),
    mara.call(mailThreads.create, input, key),
  ])
  expect(both[0].id).toBe(both[1].id)
  await using bare = await openTestApp()
  const agent = await bare.person('agent')
  const refused = agent.call(mailThreads.create, input)
  await expect(refused).rejects.toMatchObject({ code: 'mail_not_configured', status: 503 })
})

test('a text with a variable that has no value is refused and names it', async () => {
  await using app = await openMailApp()
  const { id } = await confirmedLead(app, { company: '' })
  const mara = await colleague(app, 'Mara')
  const refused = reply(mara, id, { text: '{name}, {company} {nmae} {constructor}' })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { text: 'There’s no value for {company}, {nmae}, {constructor}' },
  })
})

test('a reply that the server refuses is told to its author, and can be sent again', async () => {
  await using app = await openMailApp()
  const { id } = await confirmedLead(app)
  const mara = await colleague(app, 'Mara')
  const { id: messageId } = await reply(mara, id)
  app.server.script = (step, to) => (step === 'recipient' && to === visitor ? 550 : 'take')
  await sendNow(app, mara, messageId)
  const notice = await lastMailTo(app, 'mara@n.test')
  expect(notice.parsed.subject).toMatch(/^Not delivered: your reply to R-/)
  expect(notice.parsed.text).not.toContain(visitor)
  expect(await firstItem(mara)).toMatchObject({ metAt: null })
  const failed = (await mara.call(mailThreads.list, { view: 'failed' })).items
  expect(failed).toMatchObject([{ inquiryId: id, failed: true, to: visitor }])
  const [first] = await app.db.select().from(mailMessages).where(eq(mailMessages.id, messageId))
  app.server.script = () => 'take'
  await mara.call(outgoingMail.retry, { id: messageId })
  const back = mara.call(outgoingMail.cancel, { id: messageId })
  await expect(back).rejects.toMatchObject({ code: 'conflict' })
  await app.work()
  expect((await lastMailTo(app, visitor)).parsed.messageId).toBe(first?.messageId)
  expect((await mara.call(mailThreads.list, { view: 'failed' })).items).toEqual([])
  expect((await mara.call(inbox.list, {})).items).toEqual([])
})

test('what a handler throws does not keep a mail from being settled', async () => {
  await using app = await openMailApp()
  const { id } = await confirmedLead(app)
  const mara = await colleague(app, 'Mara')
  const { id: messageId } = await reply(mara, id)
  await app.db.execute(sql`alter table reply_deadline_events rename to hidden_events`)
  await sendNow(app, mara, messageId)
  await app.db.execute(sql`alter table hidden_events rename to reply_deadline_events`)
  const [sent] = await app.db.select().from(mailMessages).where(eq(mailMessages.id, messageId))
  expect(sent).toMatchObject({ delivery: 'accepted', attempts: 1 })
  expect(app.logged.filter(({ event }) => event === 'mail_handler_failed')).toHaveLength(1)
})

test('an author without a display name is the firm to visitors', async () => {
  await using app = await openMailApp()
  const { id, token } = await confirmedLead(app)
  const agent = await app.person('agent', 'mk-7')
  await app.db.update(users).set({ signature: 'The team\n-- \nof slips' })
  const { id: messageId } = await reply(agent, id, { text: 'Hello {name}, {me}' })
  await sendNow(app, agent, messageId)
  const { raw, parsed } = await lastMailTo(app, visitor)
  expect(parsed.from?.value).toEqual([{ name: 'Northfold', address: 'desk@n.test' }])
  expect(parsed.text).toBe(`Hello Ada Okafor, ${brand.name}\n\n-- \nThe team\n--\nof slips\n`)
  expect(raw.toString()).not.toContain('mk-7')
  expect(await show(app, token)).toMatchObject({ answeredBy: brand.name })
})
