import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Report } from '../bench/report.ts'
import { until } from '../test/chat-pairs.ts'
import { faultsOf, messageIdOf, simpleParser } from '../test/mail-faults.ts'
import { freePort, newDataDirectory, startProduct } from '../test/product.ts'
import { pdf } from '../test/sample-files.ts'
import { openSmtpStandIn, type SmtpStep } from '../test/smtp-stand-in.ts'
import { openGate, plantGate } from './kill-gate.ts'
import { killAtStep, untilAllSent } from './mail-kill-step.ts'
import {
  connectTo,
  mailEnvironment,
  newVisitor,
  query,
  sendForm,
  type Target,
  waitingMails,
} from './mail-ledger.ts'
import { owner, type Staff, sha256 } from './mail-staff.ts'

const triggers = {
  'before the file is stored': 'before insert on mail_files',
  'file stored, not committed': 'after insert on mail_files',
  'before the reply is stored': 'before insert on mail_messages',
  'before the file is attached': 'before update of message_id on mail_files',
  'file attached, not committed': 'after update of message_id on mail_files',
  'before the lease': 'before update of attempts on mail_messages',
  'lease stored, not committed': 'after update of attempts on mail_messages',
  'accepted, not recorded': 'before update of accepted_at on mail_messages',
  'recorded, deadline not met': 'before update of met_at on reply_deadlines',
  'deadline met, not committed': 'after update of met_at on reply_deadlines',
} as const

const commits = { 'at the commit of the reply': 'mail_messages' }

const effects = {
  'reply committed': `select from mail_messages where to_address = $1 and kind = 'reply'`,
  'acceptance committed': `select from mail_messages where to_address = $1 and kind = 'reply'
    and delivery = 'accepted'`,
}

const atServer: Record<string, SmtpStep> = {
  'RCPT TO sent': 'recipient',
  'DATA begun': 'data',
  'mail taken, not answered': 'received',
}

const steps = [triggers, commits, effects, atServer].flatMap(Object.keys)

/** These rows have no address, or that of the reply alone. */
const withoutKey = /^(recorded|deadline)/

type Lead = { id: string; email: string; step: string; idempotencyKey: string; bytes: Buffer }

const fileOf = ({ id }: Lead) => `${id}.pdf`

/** Begins where it was interrupted, as a composer does with the reader still before it. */
class Reply {
  #fileId: string | undefined
  #messageId: string | undefined
  readonly #lead: Lead

  constructor(lead: Lead) {
    this.#lead = lead
  }

  /** @returns whether everything was acknowledged. */
  async write(staff: Staff): Promise<boolean> {
    const { id: inquiryId, email, idempotencyKey, bytes } = this.#lead
    this.#fileId ??= await staff.upload(fileOf(this.#lead), bytes)
    if (!this.#fileId) return false
    if (!this.#messageId) {
      const { status, body } = await staff.call<{ id: string }>(
        '/api/admin/mail/threads',
        {
          ...{ inquiryId, subject: 'Our answer', text: `The answer for ${email}` },
          fileIds: [this.#fileId],
        },
        { idempotencyKey },
      )
      if (status !== 201) return false
      this.#messageId = body.id
    }
    const path = `/api/admin/mail/messages/${this.#messageId}/send-now`
    const { status } = await staff.call(path, {})
    // 409: it has been sent already.
    return status === 200 || status === 409
  }
}

async function newLeads(target: Target, url: string, kills: number): Promise<Lead[]> {
  const made = new Map<string, Omit<Lead, 'id'>>()
  for (let n = 0; n < kills * steps.length; n++) {
    const [email, step = ''] = [newVisitor(), steps[n % steps.length]]
    // Each file is another.
    const bytes = Buffer.concat([pdf, Buffer.from(`% ${email} ${'.'.repeat(50_000)}\n`)])
    made.set(email, { email, step, bytes, idempotencyKey: randomUUID() })
    await sendForm(url, email)
  }
  await until('the leads’ own mail', 240_000, async () => (await waitingMails(target)) === 0)
  const rows = await query<{ id: string; email: string }>(target, 'select id, email from inquiries')
  return rows.flatMap(({ id, email }) => {
    const lead = made.get(email)
    return lead ? [{ id, ...lead }] : []
  })
}

type Row = {
  email: string
  messages: number
  messageId: string
  delivery: string
  met: boolean
  mets: number
}

const ledger = (target: Target) =>
  query<Row>(
    target,
    `select i.email, count(m.id)::int as messages, max(m.message_id) as "messageId",
       max(m.delivery) as delivery,
       coalesce(bool_and(d.evidence = 'mail' and d.evidence_id = m.id
         and d.met_at = m.accepted_at), false) as met,
       (select count(*)::int from reply_deadline_events e where e.deadline_id = min(d.id::text)::uuid
         and e.type = 'met') as mets
     from inquiries i join reply_deadlines d on d.inquiry_id = i.id
     left join mail_threads t on t.inquiry_id = i.id
     left join mail_messages m on m.thread_id = t.id and m.kind = 'reply'
     group by i.id`,
  )

/** SIGKILL at every step of writing and sending a reply with a file; each time its writer goes on. */
export async function killedReplies(
  report: Report,
  {
    kills,
    isShort,
    databaseUrl,
  }: { kills: number; isShort: boolean; databaseUrl?: string | undefined },
): Promise<void> {
  await using standIn = await openSmtpStandIn()
  const dataDir = newDataDirectory()
  const target: Target = { dataDir, databaseUrl }
  const environment = mailEnvironment(standIn.url, databaseUrl ? { DATABASE_URL: databaseUrl } : {})
  const options = { dataDir, port: await freePort(), environment }
  const missed = new Set<string>()
  let refused = 0
  try {
    let product = await startProduct(options)
    const client = await connectTo(target)
    await plantGate(client, triggers, commits)
    await client.end()
    const leads = await newLeads(target, product.url, kills)
    const staff = await owner(product.url)
    for (const lead of leads) {
      const reply = new Reply(lead)
      const { step, email } = lead
      const key = withoutKey.test(step) ? '' : /file/.test(step) ? fileOf(lead) : email
      const at = { step, email, key, atServer, effects }
      const write = () => reply.write(staff)
      const { isReached } = await killAtStep({ target, standIn }, product, at, write)
      if (!isReached) missed.add(step)
      product = await startProduct(options)
      await query(target, openGate)
      if (!(await reply.write(staff))) refused++
    }
    await untilAllSent(target, isShort)
    const rows = await ledger(target)
    await product.stop()
    const faults: string[] = []
    let [copies, lost, underTwo, damaged] = [0, 0, 0, 0]
    for (const lead of leads) {
      const mails = standIn.mails.filter(({ to, raw }) => to === lead.email && isReply(raw))
      copies += Math.max(0, mails.length - 1)
      if (mails.length === 0) lost++
      if (new Set(mails.map(({ raw }) => messageIdOf(raw))).size > 1) underTwo++
      for (const { raw } of mails) {
        faults.push(...(await faultsOf(raw, 1)))
        const { attachments } = await simpleParser(raw)
        const [file] = attachments
        if (!file || sha256(file.content) !== sha256(lead.bytes)) damaged++
      }
    }
    const wrong = rows.filter(
      ({ messages, delivery, met, mets }) =>
        !(messages === 1 && delivery === 'accepted' && met && mets === 1),
    )
    report(
      lost + underTwo + damaged + refused + faults.length + wrong.length + missed.size === 0,
      `${databaseUrl ? 'outside' : 'own'} PostgreSQL, ${leads.length} × SIGKILL at ${steps.length} steps of ` +
        `writing and sending a reply with a file: ${lost} lost, ${underTwo} under two Message-IDs, ` +
        `${copies} second copies under the same, ${damaged} files damaged, ${refused} refused when repeated, ` +
        `${wrong.length} deadlines not met exactly once by it, ${faults.length} faults against RFC 5322` +
        (faults.length > 0 ? ` (${[...new Set(faults)].join(', ')})` : '') +
        (missed.size > 0 ? `; steps not reached: ${[...missed].join(', ')}` : ''),
    )
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const isReply = (raw: Buffer) => raw.includes('The answer for')
