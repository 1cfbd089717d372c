import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Report, seconds } from '../bench/report.ts'
import { openBucket } from '../test/bucket.ts'
import { until } from '../test/chat-pairs.ts'
import { newDatabaseOn } from '../test/database.ts'
import { openImapStandIn } from '../test/imap-stand-in.ts'
import { messageIdOf } from '../test/mail-faults.ts'
import { mailOf } from '../test/mails.ts'
import type { PostgresServer } from '../test/postgres-server.ts'
import { freePort, newDataDirectory, type RunningProduct, startProduct } from '../test/product.ts'
import { openSmtpStandIn } from '../test/smtp-stand-in.ts'
import {
  endLeases,
  mailEnvironment,
  newVisitor,
  query,
  sendForm,
  staff,
  waitingMails,
} from './mail-ledger.ts'

type Options = { isShort: boolean; postgres: PostgresServer }

/** Two instances on one database; each can be killed and started again. */
async function startTwo(environment: Record<string, string>) {
  const options = [0, 1].map(() => ({ dataDir: newDataDirectory(), environment }))
  const ports = [await freePort(), await freePort()]
  const start = (n: number) => startProduct({ ...options[n], port: ports[n] ?? 0 })
  const running: RunningProduct[] = [await start(0), await start(1)]
  return {
    running,
    urls: running.map(({ url }) => url),
    kill: (n: number) => running[n]?.stop('SIGKILL'),
    async restart(n: number) {
      running[n] = await start(n)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map((one) => one.stop('SIGKILL')))
      for (const { dataDir } of options) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const words = { unassigned: 'Nobody has taken', due_soon: 'Due soon', overdue: 'Overdue' }

/** Requests pass all thresholds while one instance after the other is killed. */
export async function thresholdsOnce(report: Report, { isShort, postgres }: Options) {
  const requests = isShort ? 16 : 60
  await using smtp = await openSmtpStandIn()
  const databaseUrl = await newDatabaseOn(postgres)
  const environment = mailEnvironment(smtp.url, { DATABASE_URL: databaseUrl, REPLY_WITHIN: '40s' })
  await using two = await startTwo(environment)
  const target = { dataDir: '', databaseUrl }
  let kills = 0
  let isOver = false
  const killing = (async () => {
    for (let n = 0; !isOver; n = 1 - n) {
      await wait(6_000)
      if (isOver) return
      await two.kill(n)
      kills++
      await two.restart(n)
    }
  })()
  // Slowly: more than ten in a sweep would be one digest.
  for (let n = 0; n < requests; n++) {
    const email = newVisitor()
    const [first = '', second = ''] = n % 2 ? two.urls : two.urls.toReversed()
    const { status } = await sendForm(first, email)
    if (status !== 201) await sendForm(second, email)
    await wait(2_000)
  }
  await until('the thresholds', 120_000, async () => {
    const open = `select from reply_deadlines where overdue_notified_at is null`
    return (await query(target, open)).length === 0
  })
  isOver = true
  await killing
  await until('all mail to be sent', 240_000, async () => {
    if (isShort) await endLeases(target)
    return (await waitingMails(target)) === 0
  })
  const stored = await query<{ number: string }>(target, 'select number from inquiries')
  const events = await query<{ threshold: string; most: number; total: number }>(
    target,
    `select threshold, max(count)::int as most, sum(count)::int as total from (
       select deadline_id, details ->> 'threshold' as threshold, count(*) from reply_deadline_events
       where type = 'notified' group by 1, 2) each group by threshold order by threshold`,
  )
  let [twice, strange] = [0, 0]
  for (const { threshold, total } of events) {
    const ids = new Map<string, Set<string>>()
    for (const { raw, to } of smtp.mails) {
      const [, number] =
        new RegExp(`^Subject: ${words[threshold as keyof typeof words]}: .*(R-\\S+)\\r`, 'm').exec(
          raw.toString('latin1'),
        ) ?? []
      if (number)
        ids.set(`${to} ${number}`, (ids.get(`${to} ${number}`) ?? new Set()).add(messageIdOf(raw)))
    }
    twice += [...ids.values()].filter((all) => all.size > 1).length
    strange += Math.abs(ids.size - total * staff.length)
  }
  const of = (name: string) => events.find(({ threshold }) => threshold === name)?.total ?? 0
  const isSound =
    events.every(({ most }) => most === 1) &&
    of('overdue') === stored.length &&
    stored.length >= requests &&
    twice + strange === 0
  report(
    isSound,
    `two instances, ${kills} × SIGKILL of one in turn, ${stored.length} requests through all thresholds: ` +
      `${of('unassigned')} unassigned, ${of('due_soon')} due soon, ${of('overdue')} overdue, ` +
      `${events.filter(({ most }) => most > 1).length} notified twice, ${twice} mails under two Message-IDs, ` +
      `${strange} mails missing or too many`,
  )
}

/** One of two reads the mailbox; it is killed, and the other goes on. */
export async function oneReader(report: Report, { isShort, postgres }: Options): Promise<void> {
  const kills = isShort ? 1 : 3
  await using imap = await openImapStandIn()
  // Either instance parses what the other has stored.
  await using bucket = await openBucket()
  const databaseUrl = await newDatabaseOn(postgres)
  const environment = mailEnvironment('smtp://127.0.0.1:1', {
    DATABASE_URL: databaseUrl,
    IMAP_URL: imap.url,
    ...bucket.environment,
  })
  await using two = await startTwo(environment)
  const target = { dataDir: '', databaseUrl }
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, imap.connections())
  }, 20)
  const texts = async () => {
    const rows = await query<{ text: string }>(
      target,
      `select text from mail_messages where direction = 'in' order by created_at`,
    )
    return rows.map(({ text }) => text)
  }
  const passed: number[] = []
  let added = 0
  try {
    for (let n = 0; n < kills; n++) {
      await until('a reader', 90_000, () => imap.isIdle())
      for (let mail = 0; mail < 10; mail++) imap.add(mailOf(`Mail ${added++}`))
      await until('the mails', 90_000, async () => (await texts()).length === added)
      let killed = 0
      // The reader is the one whose end ends the connection.
      await two.kill(0)
      await wait(300)
      if (imap.connections() > 0) {
        await two.restart(0)
        killed = 1
        await two.kill(1)
      }
      const at = performance.now()
      imap.add(mailOf(`Mail ${added++}`))
      await until('the other to read', 120_000, async () => (await texts()).length === added)
      passed.push(performance.now() - at)
      await two.restart(killed)
    }
  } finally {
    clearInterval(watching)
  }
  const all = await texts()
  const twice = all.length - new Set(all).size
  const slowest = Math.max(...passed)
  report(
    // A second for the poll of this proof and the parsing.
    most === 1 && twice === 0 && all.length === added && slowest <= 61_000,
    `two instances, one mailbox: ${most} connection at most, ${added} mails read, ${added - all.length} lost, ${twice} ` +
      `twice; the reader killed ${kills} times, its lease passed on after ${passed.map(seconds).join(', ')}`,
  )
}
