import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Report } from '../bench/report.ts'
import { until } from '../test/chat-pairs.ts'
import { type ImapStandIn, openImapStandIn } from '../test/imap-stand-in.ts'
import { filePart, multipartOf, textPart } from '../test/mails.ts'
import { freePort, newDataDirectory, type RunningProduct, startProduct } from '../test/product.ts'
import { pdf } from '../test/sample-files.ts'
import { closeGate, isInTime, openGate, plantGate, reached } from './kill-gate.ts'
import { connectTo, mailEnvironment, newVisitor, query, type Target } from './mail-ledger.ts'
import { owner, sha256 } from './mail-staff.ts'

const token = 'a-token-for-mail-that-comes-in'

const triggers = {
  'before the original is noted': 'before insert on mail_intake',
  'original noted, not committed': 'after insert on mail_intake',
  'before the lease of parsing': 'before update of attempts on mail_intake',
  'lease stored, not committed': 'after update of attempts on mail_intake',
  'before the conversation is stored': 'before insert on mail_threads',
  'before the message is stored': 'before insert on mail_messages',
  'message stored, files not': 'before insert on mail_files',
  'files stored, deadline not': 'before insert on reply_deadlines',
  'deadline stored, nobody notified': 'before insert on notifications',
  'all stored, not committed': 'after insert on notifications',
} as const

/** Of a mailbox. */
const imapTriggers = {
  'before the position moves': 'before update of last_uid on mail_mailboxes',
  'position moved, not committed': 'after update of last_uid on mail_mailboxes',
} as const

const commits = {
  'at the commit of the original': 'mail_intake',
  'at the commit of the message': 'mail_messages',
}

const effects = {
  'message committed': 'select from mail_messages where from_address = $1',
}

const atServer = { 'list asked for': /^uid fetch \S+ \(?UID/i, 'mail asked for': /BODY\.PEEK/i }

type Mail = { email: string; step: string; raw: Buffer; bytes: Buffer }

function newMail(step: string): Mail {
  const email = newVisitor()
  const bytes = Buffer.concat([pdf, Buffer.from(`% ${email} ${'.'.repeat(50_000)}\n`)])
  const parts = [textPart(`Asked by ${email}`), filePart('plan.pdf', 'application/pdf', bytes)]
  return { email, step, bytes, raw: multipartOf('mixed', parts, { From: email }) }
}

/** Brings a mail, again and again as mail servers do, until it is taken. */
type Way = {
  name: string
  environment: Record<string, string>
  bring(url: string, mail: Mail, signal: AbortSignal): Promise<void>
  imap?: ImapStandIn
}

async function post(url: string, { email, raw }: Mail, signal: AbortSignal): Promise<void> {
  const address = `${url}/api/mail/in?sender=${email}&recipient=site@firm.test`
  while (!signal.aborted) {
    try {
      const { status } = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
        body: new Uint8Array(raw),
      })
      if (status === 202) return
    } catch {
      // Killed.
    }
    await wait(100)
  }
}

async function killAt(
  way: Way,
  target: Target,
  product: RunningProduct,
  mail: Mail,
  signal: AbortSignal,
): Promise<boolean> {
  const { imap } = way
  const { step, email } = mail
  const client = await connectTo(target)
  const asked = (atServer as Record<string, RegExp>)[step]
  const atStep = Promise.withResolvers<void>()
  if (imap && asked) {
    imap.isMute = (command) => {
      const isAsked = asked.test(command)
      if (isAsked) atStep.resolve()
      return isAsked
    }
  }
  // One mail comes in at a time; a notification's own mail is no message of the visitor.
  await closeGate(client, step, /message/.test(step) && !/files/.test(step) ? email : '')
  const brought = way.bring(product.url, mail, signal)
  const isReached = await (asked
    ? isInTime(atStep.promise)
    : reached(client, { step, effects, key: email }))
  await product.stop('SIGKILL')
  if (imap) imap.isMute = () => false
  await client.end().catch(() => {})
  void brought.catch(() => {})
  return isReached
}

type Row = {
  email: string
  id: string
  count: number
  files: string[] | null
  opened: number
  notified: number
}

const ledger = (target: Target) =>
  query<Row>(
    target,
    `select m.from_address as email, count(distinct m.id)::int as count,
       array_agg(distinct encode(f.sha256, 'hex')) filter (where f.role = 'attachment') as files,
       min(m.id::text) as id,
       count(distinct e.id)::int as opened, count(distinct n.id)::int as notified
     from mail_messages m
     left join mail_files f on f.message_id = m.id
     left join reply_deadlines d on d.thread_id = m.thread_id
     left join reply_deadline_events e on e.deadline_id = d.id and e.type = 'opened'
     left join notifications n on n.thread_id = m.thread_id and n.event = 'mail.received'
     where m.direction = 'in' group by m.from_address`,
  )

/**
 * Short leases, instead of waiting for those of killed processes; no other instance is there
 * to take them.
 */
const shortLeases = ['mail_intake', 'mail_mailboxes']
  .map(
    (table) => `create trigger proof_lease before insert or update on ${table}
    for each row when (new.lease_until is not null) execute function proof_short_lease()`,
  )
  .join(';')

const plantShortLeases = `create function proof_short_lease() returns trigger language plpgsql as $$
  begin
    new.lease_until := now() + interval '0.2 seconds';
    return new;
  end $$; ${shortLeases}`

const isThere = async (target: Target, { email }: Mail) =>
  (await ledger(target)).some((row) => row.email === email)

async function proveWay(report: Report, way: Way, { kills, databaseUrl }: Options): Promise<void> {
  const dataDir = newDataDirectory()
  const target: Target = { dataDir, databaseUrl }
  const environment = { ...way.environment, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const options = { dataDir, port: await freePort(), environment }
  const own = way.imap ? { ...triggers, ...imapTriggers } : triggers
  const steps = [own, commits, effects, way.imap ? atServer : {}].flatMap(Object.keys)
  const missed = new Set<string>()
  const mails: Mail[] = []
  const ending = new AbortController()
  try {
    let product = await startProduct(options)
    const client = await connectTo(target)
    await plantGate(client, own, commits)
    await client.query(plantShortLeases)
    await client.end()
    for (let kill = 0; kill < kills; kill++) {
      for (const step of steps) {
        if (way.imap)
          await until('the mailbox to be read', 60_000, () => way.imap?.isIdle() === true)
        const mail = newMail(step)
        mails.push(mail)
        if (!(await killAt(way, target, product, mail, ending.signal))) missed.add(step)
        product = await startProduct(options)
        await query(target, openGate)
        await until(`the mail of "${step}"`, 120_000, () => isThere(target, mail))
      }
    }
    const rows = new Map((await ledger(target)).map((row) => [row.email, row]))
    const staff = await owner(product.url)
    const changed: Mail[] = []
    for (const mail of mails) {
      const path = `/api/admin/mail/messages/${rows.get(mail.email)?.id}/raw`
      const original = await staff.download(path)
      if (!original?.equals(mail.raw)) changed.push(mail)
    }
    await product.stop()
    const of = ({ email }: Mail) => rows.get(email)
    const lost = mails.filter((mail) => !of(mail)).length
    const twice = mails.filter((mail) => (of(mail)?.count ?? 1) > 1).length
    const damaged = mails.filter((mail) => of(mail)?.files?.join() !== sha256(mail.bytes)).length
    const opened = mails.filter((mail) => of(mail)?.opened !== 1).length
    const notified = mails.filter((mail) => of(mail)?.notified !== 1).length
    report(
      lost + twice + changed.length + damaged + opened + notified + missed.size === 0,
      `${databaseUrl ? 'outside' : 'own'} PostgreSQL, ${way.name}, ${mails.length} × SIGKILL at ${steps.length} ` +
        `steps of receiving: ${lost} lost, ${twice} twice, ${changed.length} originals and ${damaged} files changed, ` +
        `${opened} deadlines not opened exactly once, ${notified} not notified exactly once` +
        (missed.size > 0 ? `; steps not reached: ${[...missed].join(', ')}` : ''),
    )
  } finally {
    ending.abort()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Options = { kills: number; databaseUrl: string | undefined }

const smtp = 'smtp://127.0.0.1:1'

/** SIGKILL at every step of receiving by `POST /api/mail/in`. */
export function killedPosts(report: Report, options: Options): Promise<void> {
  const environment = mailEnvironment(smtp, { MAIL_IN_TOKEN: token })
  return proveWay(report, { name: 'POST /api/mail/in', environment, bring: post }, options)
}

/** SIGKILL at every step of receiving from a mailbox. */
export async function killedMailbox(report: Report, options: Options): Promise<void> {
  await using imap = await openImapStandIn()
  const environment = mailEnvironment(smtp, { IMAP_URL: imap.url })
  const bring = async (_: string, { raw }: Mail) => void imap.add(raw)
  await proveWay(report, { name: 'IMAP', imap, environment, bring }, options)
}
