import { expect, test } from 'vitest'
import { type InboxView, inboxTopics } from '#contract/vocabulary.ts'
import { incidents } from '#features/automations/incidents/contract.ts'
import { dataExchange } from '#features/clients/data-exchange/contract.ts'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { requests } from '#features/inbox/request-status/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { conversions } from '#features/leads/conversion/contract.ts'
import { notifications } from '#features/notifications/delivery/contract.ts'
import { seedSite } from '#seed.ts'
import { inquiries as table } from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { ping, register } from '#test/harness/automations.ts'
import { type Agent, openChatTestApp } from '#test/harness/chat-app.ts'
import { openMailSink } from '#test/harness/mail-sink.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTwo } from '#test/harness/two-instances.ts'

const message = {
  name: 'Ada Okafor',
  email: 'ada@visitor.test',
  company: '',
  service: '',
  message: '4,000 slips a week.',
  filledInMs: 9000,
}

type Client = Pick<Agent, 'received' | 'receive'>
/** The first frame after joining may contain only counts. */
const hasTopics = ({ topics }: { topics: string[] }) => topics.length > 0
const nextChange = (agent: Client) => agent.receive('inbox_changed', hasTopics)
/** A busy machine may delay a few of many frames, but not half of them. */
const median = (ms: number[]) => ms.toSorted((a, b) => a - b)[Math.floor(ms.length / 2)]
const changes = ({ received }: Client) =>
  received.flatMap((frame) => (frame.type === 'inbox_changed' && hasTopics(frame) ? [frame] : []))

test('many changes are at most two frames a second, and the last one is among them', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  for (let n = 0; n < 50; n++) inboxChanged(app.deps, 'leads')
  const first = await nextChange(agent)
  expect(first).toMatchObject({ topics: ['leads'], counts: {} })
  for (let n = 0; n < 50; n++) inboxChanged(app.deps, n < 49 ? 'leads' : 'mail')
  const second = await nextChange(agent)
  expect(second.topics).toEqual(['leads', 'mail'])
  inboxChanged(app.deps, 'notifications')
  const third = await nextChange(agent)
  expect(third.topics).toEqual(['notifications'])
  // Timers may end a millisecond early.
  expect(second.inboxAt - first.inboxAt).toBeGreaterThanOrEqual(498)
  expect(third.inboxAt - second.inboxAt).toBeGreaterThanOrEqual(498)
  expect(changes(agent)).toHaveLength(3)
})

test('a publish on one instance tells screens open on another', async () => {
  await using two = await openTwo()
  await seedSite(two.app.db)
  const owner = await two.app.person('owner')
  const agent = await two.farAgent('theo')
  await save(owner, 'firm', { tagline: 'Other' })
  expect(changes(agent)).toEqual([])
  await publish(owner, ['firm'])
  await agent.receive('inbox_changed', ({ topics }) => topics.includes('site'))
})

test('each agent is sent their own counts on joining and after every act on a deadline', async () => {
  await using two = await openTwo()
  const { app } = two
  const owner = await app.person('owner')
  const agent = await two.farAgent('theo')
  const visitor = app.stranger()
  const waits: number[] = []
  async function counted(act: () => Promise<unknown>, counts: object): Promise<void> {
    await act()
    const began = performance.now()
    await agent.receive('inbox_changed', (frame) =>
      Object.entries(counts).every(([view, count]) => frame.counts[view as InboxView] === count),
    )
    waits.push(performance.now() - began)
  }
  const { requestUrl } = await visitor.call(inquiries.create, message)
  await agent.receive('inbox_changed', ({ counts }) => counts.unassigned === 1)
  const [item] = (await owner.call(inbox.list, {})).items
  const id = item?.id ?? ''
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await counted(() => owner.call(inbox.assign, { id, assigneeId: agent.id }), { mine: 1 })
  await counted(() => owner.call(inbox.snooze, { id, until }), { mine: 0, snoozed: 1 })
  await counted(() => owner.call(inbox.unsnooze, { id }), { mine: 1, snoozed: 0 })
  await counted(() => owner.call(inbox.stateReply, { id, how: 'phone', note: null }), { all: 0 })
  await counted(() => owner.call(inbox.reopen, { id }), { all: 1 })
  await counted(() => owner.call(inbox.waive, { id, reason: 'other', note: null }), { all: 0 })
  const token = requestUrl?.split('/').at(-1) ?? ''
  await counted(() => visitor.call(requests.addDetail, { token, text: 'More' }), { all: 1 })
  await counted(() => visitor.call(requests.withdraw, { token }), { all: 0 })
  expect(median(waits)).toBeLessThan(2000)
  const visitorInChat = await app.visitor()
  await agent.receive('inbox_changed', ({ counts }) => counts.all === 1)
  await visitorInChat.close()
  const late = await two.farAgent('vera')
  const { counts } = await late.receive('inbox_changed')
  expect(counts).toEqual({ all: 1, mine: 0, unassigned: 1, overdue: 0, snoozed: 0 })
})

test('visitors are sent no such frame', async () => {
  await using app = await openChatTestApp()
  const [agent, visitor] = [await app.agent(), await app.visitor()]
  inboxChanged(app.deps, 'leads')
  await nextChange(agent)
  await visitor.flush()
  expect(visitor.receivedTypes()).not.toContain('inbox_changed')
})

test('whatever happens to a lead or its mail is on the screens of the other instance within 2 s', async () => {
  await using sink = await openMailSink()
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'site@n.example', MAIL_TO: 'staff@n.example' }
  await using two = await openTwo(mail)
  const { app } = two
  const owner = await app.person('owner')
  const agent = await two.farAgent('theo')
  const waits: number[] = []
  async function shown<T>(act: () => Promise<T>, topic: 'leads' | 'mail' = 'leads'): Promise<T> {
    const done = await act()
    const began = performance.now()
    await agent.receive('inbox_changed', ({ topics }) => topics.includes(topic))
    waits.push(performance.now() - began)
    return done
  }
  const stranger = app.stranger()
  const { id } = await shown(() => stranger.call(inquiries.create, message))
  await shown(() => app.work(), 'mail')
  await shown(() => owner.call(inquiries.setStatus, { id, status: 'contacted' }))
  await shown(() => owner.call(conversions.convert, { inquiryId: id }))
  const spam = { ...message, email: 'bot@visitor.test', website: 'http://x' }
  const { id: spamId } = await shown(() => stranger.call(inquiries.create, spam))
  await shown(() => owner.call(inquiries.release, { id: spamId, quarantined: false }))
  const { email } = message
  await shown(() => owner.call(dataExchange.erasePerson, { email, confirmation: email }))
  expect(median(waits)).toBeLessThan(2000)
})

test('an incident that one instance opens tells screens open on another', async () => {
  await using two = await openTwo()
  const { path } = await register(two.app)
  const agent = await two.farAgent('theo')
  await ping(two.app, `${path}/fail`)
  await agent.receive('inbox_changed', ({ topics }) => topics.includes('automations'))
  const { items } = await agent.person.call(incidents.list, { open: true })
  expect(items).toMatchObject([{ cause: 'failed' }])
})

test('a lead sent to one instance is in the lists, the inbox and the bell of the other', async () => {
  await using two = await openTwo()
  const agent = await two.farAgent('theo')
  const { id } = await two.app.stranger().call(inquiries.create, message)
  const awaited = new Set(['leads', 'inbox', 'notifications'])
  const { counts } = await agent.receive('inbox_changed', ({ topics }) => {
    for (const topic of topics) awaited.delete(topic)
    return awaited.size === 0
  })
  expect(counts.unassigned).toBe(1)
  const { person } = agent
  expect(await person.call(inquiries.list, { limit: 20 })).toMatchObject({ items: [{ id }] })
  expect(await person.call(inbox.list, {})).toMatchObject({ items: [{ subject: { id } }] })
  expect(await person.call(notifications.list, {})).toMatchObject({ unread: 1 })
})

test('a lead that was not published is found within 15 s, one that was is not sent twice', async () => {
  await using two = await openTwo()
  const agent = await two.farAgent('theo')
  const inFifteenSeconds = async () => {
    for (let second = 0; second < 15; second++) await two.far.tick()
  }
  await two.app.stranger().call(inquiries.create, message)
  await nextChange(agent)
  await inFifteenSeconds()
  two.bus.isSilent = true
  const { id } = await two.app.stranger().call(inquiries.create, { ...message, name: 'Ivo' })
  await agent.flush()
  expect(changes(agent)).toHaveLength(1)
  await inFifteenSeconds()
  expect((await nextChange(agent)).topics.toSorted()).toEqual(['inbox', 'leads', 'notifications'])
  const owner = await two.app.person('owner')
  await owner.call(inquiries.setStatus, { id, status: 'closed' })
  await inFifteenSeconds()
  expect((await nextChange(agent)).topics.toSorted()).toEqual(['inbox', 'leads', 'notifications'])
  await inFifteenSeconds()
  await agent.flush()
  expect(changes(agent)).toHaveLength(3)
  expect(await two.app.db.$count(table)).toBe(2)
})

test('who returns is sent what changed meanwhile, and nothing that was received', async () => {
  await using app = await openChatTestApp()
  const agent = await app.agent()
  inboxChanged(app.deps, 'leads')
  const { inboxAt } = await nextChange(agent)
  async function topicsSince(since: number): Promise<string[]> {
    const client = await app.connect({ cookie: agent.person.cookie ?? '' })
    client.send({ type: 'admin_join', adminId: agent.id, inboxAt: since })
    await client.receive('active_sessions')
    await client.close()
    return changes(client).flatMap(({ topics }) => topics)
  }
  expect(await topicsSince(inboxAt)).toEqual([])
  expect(await topicsSince(inboxAt - 1)).toEqual(['leads'])
  // The client may have missed any change from before this instance started.
  expect(await topicsSince(1)).toEqual([...inboxTopics])
})
