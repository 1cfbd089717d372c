import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attention } from '#features/admin/attention/contract.ts'
import { notifyThresholds } from '#features/inbox/deadlines/sweep.server.ts'
import { inquiries } from '#features/leads/contract.ts'
import { auditEntries, notificationDeliveries as deliveries } from '#server/database/schema.ts'
import { type ChannelStandIn, openChannelStandIn } from '#test/harness/channel-stand-in.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { notify } from '../delivery/notify.server.ts'
import { sendDueDeliveries } from '../sender/send-deliveries.server.ts'
import { channels } from './contract.ts'
import { requestOf } from './formats.ts'

const log = { info() {}, warn() {}, error() {} }

const open = ({ host }: ChannelStandIn) =>
  openTestApp({ environment: { OUTBOUND_ALLOW: host }, everyDay: true })

async function send({ deps }: TestApp): Promise<void> {
  while (await sendDueDeliveries({ ...deps, log })) {}
}

type Kind = 'slack' | 'teams' | 'discord' | 'ntfy'

const add = (admin: Person, { host }: ChannelStandIn, kind: Kind, more: object = {}) =>
  admin.call(channels.create, {
    kind,
    name: `The ${kind}`,
    url: `http://${host}/${kind}/s3cret`,
    showNames: false,
    events: ['lead.created', 'deadline.overdue'],
    ...(kind === 'ntfy' && { topic: 'team', secret: 'tk_token' }),
    ...more,
  })

const write = ({ stranger }: TestApp, message = 'Secret plans', name = 'Zacharias <b>&') =>
  stranger().call(inquiries.create, {
    name,
    email: 'ada@northfold.test',
    company: '',
    service: '',
    message,
    filledInMs: 9000,
  })

test.each(['slack', 'teams', 'discord', 'ntfy'] as const)(
  '%s gets number, due time and link in its own shape, and names only where they are shown',
  async (kind) => {
    await using receiver = await openChannelStandIn()
    await using app = await open(receiver)
    const admin = await app.person('admin')
    const { id } = await add(admin, receiver, kind)
    const { number } = await write(app)
    await send(app)
    await admin.call(channels.update, {
      id,
      kind,
      name: 'Renamed',
      events: ['lead.created'],
      showNames: true,
      ...(kind === 'ntfy' && { topic: 'team' }),
    })
    await write(app, 'The second')
    await send(app)
    const [plain, named] = receiver.received
    expect(plain?.body).toContain(number)
    expect(plain?.body).toMatch(/Answer due/)
    expect(plain?.body).toContain('https://counterfoil.example/admin/inbox?lead=')
    expect(plain?.body).not.toContain('Zacharias')
    expect(named?.body).toContain('Zacharias')
    expect(JSON.stringify(receiver.received)).not.toContain('Secret plans')
    const bearer = kind === 'ntfy' ? 'Bearer tk_token' : undefined
    expect(receiver.received.map(({ authorization }) => authorization)).toEqual([bearer, bearer])
  },
)

/** Names that contain markup, and how each channel must receive them. */
const typed: [name: string, discord: string, slack?: string][] = [
  ['[Invoice 4711](https://evil.example)', '\\[Invoice 4711\\](https\\://evil.example)'],
  [
    '@everyone <@123> <@&9> <#1>',
    '\\@everyone \\<\\@123\\> \\<\\@&9\\> \\<#1\\>',
    '@everyone &lt;@123&gt; &lt;@&amp;9&gt; &lt;#1&gt;',
  ],
  [
    '**b** __u__ ~~s~~ ||x|| `c` \\',
    '\\*\\*b\\*\\* \\_\\_u\\_\\_ \\~\\~s\\~\\~ \\|\\|x\\|\\| \\`c\\` \\\\',
  ],
  [
    '<!channel> <https://evil.example|Pay>',
    '\\<!channel\\> \\<https\\://evil.example\\|Pay\\>',
    '&lt;!channel&gt; &lt;https://evil.example|Pay&gt;',
  ],
  ["Ann-Marie O'Neil, Ph.D. (née Süß) #1", "Ann-Marie O'Neil, Ph.D. (née Süß) #1"],
]

test('a name is text in every channel, never a link, a mention or markup', async () => {
  await using receiver = await openChannelStandIn()
  await using app = await open(receiver)
  const admin = await app.person('admin')
  for (const kind of ['slack', 'teams', 'discord', 'ntfy'] as const) {
    await add(admin, receiver, kind, { showNames: true })
  }
  for (const [name, forDiscord, forSlack = name] of typed) {
    receiver.received.length = 0
    await write(app, name, name)
    await send(app)
    const sent = Object.fromEntries(
      receiver.received.map(({ kind, body }) => [kind, JSON.parse(body)]),
    )
    expect(sent.discord.content.split('\n')).toContain(`From ${forDiscord}`)
    expect(sent.slack.blocks[0].text.text.split('\n')).toContain(`From ${forSlack}`)
    const [{ content: card }] = sent.teams.attachments
    expect(card.body.map(({ inlines: [{ text }] }: typeof card) => text)).toContain(`From ${name}`)
    expect(sent.ntfy.message.split('\n')).toContain(`From ${name}`)
  }
})

test.each([
  ['# A', '\\# A'],
  ['1\n- A\n-# B\n> C', '1\n\\- A\n\\-# B\n\\> C'],
  ['```\nA', '\\`\\`\\`\nA'],
])('a title of Discord has no headings, lists, quotations or code: %j', (title, escaped) => {
  const message = { event: 'lead.created', title, lines: [], url: 'https://n.example/a_b' } as const
  const { content } = JSON.parse(requestOf({ kind: 'discord' }, message).body)
  expect(content).toBe(`${escaped}\nhttps://n.example/a_b`)
})

test('address and secret are never returned, stored readably or logged', async () => {
  await using receiver = await openChannelStandIn()
  await using app = await open(receiver)
  const admin = await app.person('admin')
  const channel = await add(admin, receiver, 'ntfy')
  expect(channel).toMatchObject({
    host: receiver.host,
    hasSecret: true,
    topic: 'team',
    active: true,
  })
  receiver.answer = () => ({ status: 500 })
  await write(app)
  await send(app)
  const { rows } = await app.db.execute(sql`select * from notification_channels`)
  const audit = await app.db.select().from(auditEntries)
  const everything = [channel, await admin.call(channels.list, {}), rows, app.logged, audit]
  expect(JSON.stringify(everything)).not.toMatch(/s3cret|tk_token/)
  expect(audit.map(({ action }) => action)).toContain('channel.created')
})

test('a channel that was changed meanwhile is not overwritten; deliveries change nothing', async () => {
  await using receiver = await openChannelStandIn()
  await using app = await open(receiver)
  const admin = await app.person('admin')
  const { id, updatedAt } = await add(admin, receiver, 'slack')
  await write(app)
  await send(app)
  const change = { id, kind: 'slack' as const, showNames: false, events: ['lead.created' as const] }
  const basedOn = { ifMatch: updatedAt }
  const named = await admin.call(channels.update, { ...change, name: 'First' }, basedOn)
  const refused = admin.call(channels.update, { ...change, name: 'Second' }, basedOn)
  await expect(refused).rejects.toMatchObject({ code: 'conflict', current: { name: 'First' } })
  const again = { ifMatch: named.updatedAt }
  const last = await admin.call(channels.update, { ...change, name: 'Second' }, again)
  expect(last).toMatchObject({ name: 'Second', host: receiver.host })
})

test('only events that were chosen, and none while it is off', async () => {
  await using receiver = await openChannelStandIn()
  await using app = await open(receiver)
  const admin = await app.person('admin')
  const { id } = await add(admin, receiver, 'slack', { events: ['deadline.overdue'] })
  await write(app)
  await send(app)
  expect(receiver.received).toEqual([])
  const off = { events: ['lead.created' as const], active: false }
  await admin.call(channels.update, { id, kind: 'slack', name: 'N', showNames: true, ...off })
  await write(app, 'another')
  await send(app)
  expect(receiver.received).toEqual([])
})

test('more than ten overdue answers are one message with a line each, and no names', async () => {
  await using receiver = await openChannelStandIn()
  await using app = await open(receiver)
  const admin = await app.person('admin')
  await add(admin, receiver, 'discord', { events: ['deadline.overdue'], showNames: true })
  for (let n = 0; n < 11; n++) await write(app, `${n}`)
  const ago = sql`interval '30 hours'`
  await app.db.execute(sql`update reply_deadlines set opened_at = opened_at - ${ago},
    unassigned_at = unassigned_at - ${ago}, due_soon_at = due_soon_at - ${ago},
    due_at = due_at - ${ago}`)
  await notifyThresholds.run({ ...app.deps, log }, {})
  await send(app)
  expect(receiver.received).toHaveLength(1)
  const { content } = JSON.parse(receiver.received[0]?.body ?? '') as { content: string }
  expect(content.match(/Overdue: inquiry R-/g)).toHaveLength(11)
  expect(content).not.toContain('Zacharias')
})

const notice = (n: number, subject: string) => ({
  event: 'mail.received' as const,
  eventKey: `mail ${n}` as const,
  to: 'everybody' as const,
  tag: subject,
  title: 'New email',
  name: 'Zacharias',
  url: `/admin/inbox?thread=${subject}`,
})

test.each([
  ['of one conversation', () => 'one', 2],
  ['of as many conversations', (n: number) => `${n}`, 11],
])('300 mails %s are few messages, the last one with their number', async (_, tag, max) => {
  await using receiver = await openChannelStandIn()
  await using app = await open(receiver)
  const admin = await app.person('admin')
  await add(admin, receiver, 'slack', { events: ['mail.received'], showNames: true })
  for (let n = 0; n < 300; n++) {
    await app.db.transaction((tx) => notify(app.deps, tx, notice(n, tag(n))))
    if (n % 50 === 0) await send(app)
  }
  await send(app)
  expect(receiver.received.length).toBe(max - 1)
  await app.db.execute(sql`update notification_deliveries
    set next_attempt_at = now() where state = 'queued'`)
  await send(app)
  expect(receiver.received.length).toBe(max)
  expect(receiver.received.at(-1)?.body).toContain(`and ${300 - max} more`)
})

test('each new lead is a message of its own', async () => {
  await using receiver = await openChannelStandIn()
  await using app = await open(receiver)
  await add(await app.person('admin'), receiver, 'slack')
  for (let n = 0; n < 15; n++) await write(app, `${n}`)
  await send(app)
  expect(receiver.received).toHaveLength(15)
})

test.each([404, 410])('%s turns the channel off and is a red line', async (status) => {
  await using receiver = await openChannelStandIn()
  await using app = await open(receiver)
  const admin = await app.person('admin')
  await add(admin, receiver, 'slack')
  receiver.answer = () => ({ status: 200 })
  await write(app)
  await send(app)
  expect(await admin.call(attention.show, {})).toEqual({ nobodyNotified: false, lines: [] })
  receiver.answer = () => ({ status })
  await write(app, 'another')
  await send(app)
  const { channels: all } = await admin.call(channels.list, {})
  expect(all).toMatchObject([
    { active: false, lastStatus: status, failingSince: expect.any(String) },
  ])
  const { nobodyNotified, lines } = await admin.call(attention.show, {})
  expect(nobodyNotified).toBe(true)
  expect(lines).toMatchObject([{ id: 'channel_off', text: expect.stringContaining('The slack') }])
})

test('a failing channel is tried again and counts as no way to be told', async () => {
  await using receiver = await openChannelStandIn()
  await using app = await open(receiver)
  const admin = await app.person('admin')
  await add(admin, receiver, 'slack')
  receiver.answer = () => ({ status: 503 })
  await write(app)
  await send(app)
  expect((await admin.call(attention.show, {})).nobodyNotified).toBe(true)
  receiver.answer = () => ({ status: 200 })
  await app.db.update(deliveries).set({ nextAttemptAt: sql`now()` })
  await send(app)
  expect(receiver.received).toHaveLength(1)
  expect((await admin.call(attention.show, {})).nobodyNotified).toBe(false)
})

test('a test says what came back; no redirect is followed', async () => {
  await using receiver = await openChannelStandIn()
  await using app = await open(receiver)
  const admin = await app.person('admin')
  const { id } = await add(admin, receiver, 'teams')
  expect(await admin.call(channels.test, { id })).toEqual({ status: 200, line: 'ok' })
  receiver.answer = () => ({
    status: 302,
    body: '',
    headers: { location: `http://${receiver.host}/slack` },
  })
  expect(await admin.call(channels.test, { id })).toEqual({ status: 302, line: '' })
  await receiver[Symbol.asyncDispose]()
  const { status, line } = await admin.call(channels.test, { id })
  expect({ status, line }).toEqual({ status: null, line: 'The connection failed.' })
})

test('the outbound guard refuses at saving, and at sending what it would refuse now', async () => {
  await using receiver = await openChannelStandIn()
  await using app = await open(receiver)
  const admin = await app.person('admin')
  for (const url of [
    'http://n.test/x',
    'https://10.0.0.1/x',
    'https://u:p@n.test/x',
    'ftp://n.test',
  ]) {
    await expect(add(admin, receiver, 'slack', { url })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { url: expect.any(String) },
    })
  }
  await add(admin, receiver, 'slack')
  await using strict = await openTestApp({ beside: app })
  await write(strict)
  await send(strict)
  expect(receiver.received).toEqual([])
  const [delivery] = await app.db.select().from(deliveries)
  expect(delivery).toMatchObject({ state: 'failed', attempts: 1, error: 'not_https' })
})

test('agents may not see channels; twenty at most; a topic is required for ntfy', async () => {
  await using receiver = await openChannelStandIn()
  await using app = await open(receiver)
  const [admin, agent] = [await app.person('admin'), await app.person('agent')]
  await expect(agent.call(channels.list, {})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(add(admin, receiver, 'ntfy', { topic: null })).rejects.toMatchObject({
    fields: { topic: expect.any(String) },
  })
  for (let n = 0; n < 20; n++) await add(admin, receiver, 'slack')
  await expect(add(admin, receiver, 'slack')).rejects.toMatchObject({ code: 'conflict' })
  const [first] = (await admin.call(channels.list, {})).channels
  await admin.call(channels.remove, { id: first?.id ?? '' })
  expect((await admin.call(channels.list, {})).channels).toHaveLength(19)
})
