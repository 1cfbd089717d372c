import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Report } from '../bench/report.ts'
import { type ChannelStandIn, openChannelStandIn } from '../test/channel-stand-in.ts'
import { Pair, until } from '../test/chat-pairs.ts'
import { mailOf, mailToken } from '../test/mails.ts'
import { startProduct } from '../test/product.ts'
import { openPushService, type PushStandIn } from '../test/push-stand-in.ts'
import { openSmtpStandIn } from '../test/smtp-stand-in.ts'
import { mailEnvironment, newVisitor, query, sendForm, type Target } from './mail-ledger.ts'
import { newColleague, owner, type Staff } from './mail-staff.ts'

const kinds = ['slack', 'teams', 'discord', 'ntfy'] as const
const messages = 300

type Notices = { items: { readAt: string | null; url: string }[]; unread: number }

async function addDevices(staff: Staff, pushes: PushStandIn, count: number): Promise<void> {
  const { body } = await staff.call<{ key: string }>('/api/admin/push/key')
  for (let n = 0; n < count; n++) {
    const subscription = { ...pushes.subscribe(body.key), device: `Device ${n}` }
    const { status } = await staff.call('/api/admin/push/subscriptions', subscription)
    if (status !== 201) throw new Error(`Subscribing was answered ${status}`)
  }
}

async function addChannels(staff: Staff, { host }: ChannelStandIn, showNames: boolean) {
  for (const kind of kinds) {
    const { status } = await staff.call('/api/admin/channels', {
      ...{ kind, name: `${kind} ${showNames}`, url: `http://${host}/${kind}/hook`, showNames },
      ...{ events: ['lead.created'], topic: 'team', ...(kind === 'ntfy' && { secret: 'tk_1' }) },
    })
    if (status !== 201) throw new Error(`A channel was answered ${status}`)
  }
}

async function waiting(target: Target): Promise<number> {
  const rows = await query(target, `select from notification_deliveries where state = 'queued'`)
  return rows.length
}

const makeDue = (target: Target) =>
  query(target, `update notification_deliveries set next_attempt_at = now() where state = 'queued'`)

/** Leads reach every device and channel, in the shape and encryption that each demands. */
async function everyWay(report: Report, scene: Scene, isShort: boolean): Promise<void> {
  const { target, url, chief, pushes, channels } = scene
  const leads = isShort ? 5 : 25
  await addChannels(chief, channels, false)
  await addChannels(chief, channels, true)
  for (let n = 0; n < leads; n++) await sendForm(url, newVisitor())
  await until('every device and channel', 60_000, async () => (await waiting(target)) === 0)
  const [devices, targets] = [3, 2 * kinds.length]
  // A channel whose answer was lost is sent the message again.
  const bodies = [...new Set(channels.received.map(({ kind, body }) => `${kind} ${body}`))]
  const copies = channels.received.length - bodies.length
  const named = bodies.filter((body) => body.includes('Zebra')).length
  const texts = [...bodies, ...pushes.received.map(({ content }) => JSON.stringify(content))]
  const leaks = texts.filter((text) => text.includes('wrote this to')).length
  const topics = new Set(pushes.received.map(({ topic }) => topic)).size
  const isSound =
    pushes.faults.length + leaks === 0 &&
    pushes.received.length === leads * devices &&
    bodies.length === leads * targets &&
    named === leads * kinds.length &&
    topics === leads
  report(
    isSound,
    `${leads} requests: ${pushes.received.length} pushes to ${devices} devices, decrypted with the browser’s key, ` +
      `VAPID, audience, expiry, Topic and TTL valid (${pushes.faults.length} refused` +
      `${pushes.faults.length > 0 ? `: ${[...new Set(pushes.faults)].join(', ')}` : ''}), ` +
      `${bodies.length} messages in ${targets} channels, each in its vendor’s shape, ${named} with a name, ${copies} second copies; ` +
      `${leaks} with words of the message`,
  )
}

/** Services that are busy, broken or gone. */
async function refusals(report: Report, scene: Scene): Promise<void> {
  const { target, url, pushes, channels } = scene
  const faults: string[] = []
  const since = () => [pushes.received.length, channels.received.length] as const
  for (const status of [429, 503]) {
    const [push, channel] = since()
    pushes.answer = () => ({ status, headers: { 'retry-after': '30' } })
    channels.answer = () => ({ status, headers: { 'retry-after': '30' } })
    await sendForm(url, newVisitor())
    await until(`a ${status}`, 30_000, async () => {
      const tried = `select from notification_deliveries where state = 'queued' and status_code = ${status}
        and next_attempt_at > now() + interval '20 seconds'`
      return (await query(target, tried)).length === 3 + 2 * kinds.length
    })
    pushes.answer = () => ({ status: 201 })
    channels.answer = () => ({ status: 200 })
    await makeDue(target)
    await until('the second attempt', 30_000, async () => (await waiting(target)) === 0)
    if (pushes.received.length - push !== 3) faults.push(`${status}: pushes`)
    if (channels.received.length - channel !== 2 * kinds.length) faults.push(`${status}: channels`)
  }
  pushes.answer = () => ({ status: 410 })
  channels.answer = () => ({ status: 404 })
  await sendForm(url, newVisitor())
  await until('what is gone', 30_000, async () => (await waiting(target)) === 0)
  pushes.answer = () => ({ status: 201 })
  channels.answer = () => ({ status: 200 })
  const devices = (await query(target, 'select from push_subscriptions')).length
  const active = (await query(target, 'select from notification_channels where active')).length
  if (devices > 0) faults.push(`${devices} devices that are gone`)
  if (active > 0) faults.push(`${active} channels that are gone`)
  const { body } = await scene.chief.call<{ lines: { id: string }[] }>('/api/admin/attention')
  if (!body.lines.some(({ id }) => id === 'channel_off')) faults.push('no red line')
  report(
    faults.length === 0,
    `push services and channels that answer 429 and 503 (tried again after Retry-After), 404 and 410 (3 devices ` +
      `removed, ${2 * kinds.length} channels off, said in red): ${faults.length} otherwise` +
      (faults.length > 0 ? ` (${faults.join('; ')})` : ''),
  )
}

async function postAll(url: string, email: string): Promise<void> {
  const first = `<${randomUUID()}@visitor.test>`
  for (let n = 0; n < messages; n++) {
    const headers = {
      From: email,
      ...(n === 0 ? { 'Message-ID': first } : { 'In-Reply-To': first }),
    }
    const answer = await fetch(`${url}/api/mail/in?sender=${email}&recipient=site@firm.test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mailToken}`, 'content-type': 'message/rfc822' },
      body: new Uint8Array(mailOf(`Number ${n}`, headers)),
    })
    if (answer.status !== 202) throw new Error(`A mail was answered ${answer.status}`)
  }
}

type Scene = {
  target: Target
  url: string
  chief: Staff
  pushes: PushStandIn
  channels: ChannelStandIn
}

/** Of one conversation: notifications that are shown, and pushes that sounded in a minute. */
async function shown(scene: Scene, since: number, started: number, part: string) {
  const { body } = await scene.chief.call<Notices>('/api/admin/notifications?limit=100')
  const unread = body.items.filter(({ readAt, url }) => !readAt && url.includes(part)).length
  const own = scene.pushes.received.slice(since)
  const topics = new Set(own.map(({ topic }) => topic)).size
  const sounds = own.filter(({ content }) => content.silent === false).length
  const minutes = Math.ceil((performance.now() - started) / 60_000)
  return { unread, topics, sounds, isSound: unread === 1 && topics === 1 && sounds <= minutes }
}

/** One visitor who does not stop, by mail and in the chat. */
async function oneNotification(report: Report, scene: Scene, isShort: boolean): Promise<void> {
  const { target, url, chief, pushes } = scene
  await addDevices(chief, pushes, 1)
  let [since, started] = [pushes.received.length, performance.now()]
  const email = newVisitor()
  await postAll(url, email)
  await until('the mails to be read', 240_000, async () => {
    const all = `select from mail_messages where from_address = '${email}'`
    return (await query(target, all)).length === messages && (await waiting(target)) === 0
  })
  const mail = await shown(scene, since, started, 'thread=')
  ;[since, started] = [pushes.received.length, performance.now()]
  const from = { headers: { 'x-forwarded-for': '10.9.8.7' } }
  const visitorUrl = `${url.replace('http', 'ws')}/ws`
  // At the rate that a visitor may write.
  const pair = new Pair({ n: 1, visitorUrl, from, pace: {}, pauseMs: 300 })
  const wanted = isShort ? messages / 5 : messages
  await until('the messages of the chat', 400_000, () => pair.acknowledged >= wanted)
  pair.rest()
  // The sweep of messages nobody has on screen.
  await wait(10_000)
  await until('the pushes', 30_000, async () => (await waiting(target)) === 0)
  const chat = await shown(scene, since, started, 'session=')
  const written = pair.acknowledged
  pair.close()
  report(
    mail.isSound && chat.isSound,
    `${messages} mails of one visitor: ${mail.unread} notification, ${mail.topics} topic on a device, ` +
      `${mail.sounds} sounds; ${written} messages of one visitor in the chat: ${chat.unread} notification, ` +
      `${chat.topics} topic, ${chat.sounds} sounds`,
  )
}

/** Devices, channels and the notification centre. */
export async function reachedEverywhere(report: Report, isShort: boolean): Promise<void> {
  await using pushes = await openPushService()
  await using channels = await openChannelStandIn()
  await using smtp = await openSmtpStandIn()
  const outside = { OUTBOUND_ALLOW: `${pushes.host},${channels.host}`, MAIL_IN_TOKEN: mailToken }
  await using product = await startProduct({ environment: mailEnvironment(smtp.url, outside) })
  const { url } = product
  const chief = await owner(url)
  const colleague = await newColleague(url, chief, { username: 'cara' })
  await addDevices(chief, pushes, 2)
  await addDevices(colleague, pushes, 1)
  const scene = { target: product, url, chief, pushes, channels }
  await everyWay(report, scene, isShort)
  await refusals(report, scene)
  await oneNotification(report, scene, isShort)
}
