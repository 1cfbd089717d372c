import { setTimeout as wait } from 'node:timers/promises'
import type { Report } from '../bench/report.ts'
import { until } from '../test/chat-pairs.ts'
import { startDovecot } from '../test/dovecot.ts'
import { mailOf } from '../test/mails.ts'
import { type Postfix, startPostfix } from '../test/postfix.ts'
import { startProduct } from '../test/product.ts'
import { sendBySmtp } from '../test/smtp-client.ts'
import { mailEnvironment, query, sendForm, type Target } from './mail-ledger.ts'
import { owner, type Staff } from './mail-staff.ts'

/** Besides the answer that comes back. */
type Scene = 'alone' | 'late' | 'a second answer' | 'a newer question'

const scenes: Scene[] = ['alone', 'late', 'a second answer', 'a newer question']

type Lead = { scene: Scene; email: string; id: string; requestPath: string; dueAt: string }

async function newLead(target: Target, url: string, scene: Scene, email: string): Promise<Lead> {
  const { text } = await sendForm(url, email)
  const { id, requestUrl } = JSON.parse(text) as { id: string; requestUrl: string }
  if (scene === 'late') {
    await query(
      target,
      `update reply_deadlines set opened_at = opened_at - interval '30 hours',
         unassigned_at = unassigned_at - interval '30 hours', due_soon_at = due_soon_at - interval '30 hours',
         due_at = due_at - interval '30 hours', unassigned_notified_at = now(),
         due_soon_notified_at = now(), overdue_notified_at = null where inquiry_id = '${id}'`,
    )
  }
  const [row] = await query<{ dueAt: string }>(
    target,
    `select due_at::text as "dueAt" from reply_deadlines where inquiry_id = '${id}'`,
  )
  const requestPath = new URL(requestUrl).pathname
  return { scene, email, id, requestPath, dueAt: row?.dueAt ?? '' }
}

async function reply(staff: Staff, { id: inquiryId }: Lead, text: string): Promise<void> {
  const writing = { inquiryId, subject: 'Our answer', text, force: true }
  const { body } = await staff.call<{ id: string }>('/api/admin/mail/threads', writing)
  const { status } = await staff.call(`/api/admin/mail/messages/${body.id}/send-now`, {})
  if (status !== 200) throw new Error(`Sending was answered ${status}`)
}

type Deadline = {
  inquiryId: string
  dueAt: string
  isOpen: boolean
  reason: string | null
  evidence: string | null
  accepted: boolean
  overdueTold: boolean
}

const deadlines = (target: Target) =>
  query<Deadline>(
    target,
    `select d.inquiry_id as "inquiryId", d.due_at::text as "dueAt", d.reopen_reason as reason,
       d.met_at is null and d.waived_at is null as "isOpen", m.text as evidence,
       coalesce(m.delivery = 'accepted', false) as accepted,
       d.overdue_notified_at is not null as "overdueTold"
     from reply_deadlines d left join mail_messages m on m.id = d.evidence_id
     where d.inquiry_id is not null order by d.opened_at, d.id`,
  )

const count = async (target: Target, table: string, where: string) => {
  const rows = await query<{ n: number }>(
    target,
    `select count(*)::int as n from ${table} where ${where}`,
  )
  return rows[0]?.n ?? 0
}

/** Faults after the return, in words. */
async function faultsOf(
  target: Target,
  url: string,
  lead: Lead,
  all: Deadline[],
): Promise<string[]> {
  const own = all.filter(({ inquiryId }) => inquiryId === lead.id)
  const open = own.filter(({ isOpen }) => isOpen)
  const ofBounce = `inquiry_id = '${lead.id}' and event = 'mail.bounced'`
  const notices = await count(target, 'notifications', ofBounce)
  const thresholds = await count(
    target,
    'reply_deadline_events e join reply_deadlines d on d.id = e.deadline_id',
    // A sweep may come between a late question and its answer, and tells of it rightly.
    `d.inquiry_id = '${lead.id}' and e.type = 'notified' and e.at > coalesce(d.reopened_at, d.opened_at)`,
  )
  const answer = await fetch(`${url}/api${lead.requestPath}`)
  const { state } = (await answer.json()) as { state: string }
  const faults = [
    ...(notices === 1 ? [] : [`${notices} notices of the return`]),
    ...(thresholds === 0 ? [] : [`${thresholds} thresholds notified again`]),
  ]
  if (lead.scene === 'a second answer') {
    const [met] = own
    const isKept = own.length === 1 && met?.evidence?.startsWith('Second') && met.accepted
    if (!isKept || open.length > 0) faults.push('the second answer does not count')
    if (state !== 'answered') faults.push(`the visitor reads "${state}"`)
    return faults
  }
  const [one] = open
  if (open.length !== 1 || one?.dueAt !== lead.dueAt) faults.push('not open with the old due time')
  if (one?.reason !== 'bounced') faults.push('not marked')
  if (lead.scene === 'late' && !one?.overdueTold) faults.push('the passed threshold is not marked')
  if (state !== 'bounced') faults.push(`the visitor reads "${state}"`)
  return faults
}

/** The visitor's second question, to the address that our answer named. */
async function askAgain(postfix: Postfix, target: Target, { id, email }: Lead): Promise<void> {
  const [sent] = await query<{ messageId: string }>(
    target,
    `select m.message_id as "messageId" from mail_messages m join mail_threads t on t.id = m.thread_id
     where t.inquiry_id = '${id}' and m.kind = 'reply'`,
  )
  const to = 'reply@in.firm.test'
  const headers = { From: email, To: to, 'In-Reply-To': sent?.messageId }
  await sendBySmtp(postfix.port, { from: email, to, raw: mailOf('And another question', headers) })
}

/** Answers that the mail server took come back as delivery reports, over IMAP. */
export async function returnedAnswers(report: Report, isShort: boolean): Promise<void> {
  await using dovecot = await startDovecot()
  await using postfix = await startPostfix({ inward: `lmtp:unix:${dovecot.lmtp}` })
  await using product = await startProduct({
    environment: mailEnvironment(postfix.url, {
      ...{ MAIL_REPLY_TO: 'reply@in.firm.test', IMAP_URL: dovecot.url },
    }),
  })
  const staff = await owner(product.url)
  const all = scenes.flatMap((scene) => Array.from({ length: isShort ? 1 : 5 }, () => scene))
  const leads: Lead[] = []
  for (const [n, scene] of all.entries()) {
    leads.push(await newLead(product, product.url, scene, postfix.picky[n] ?? ''))
  }
  for (const lead of leads) await reply(staff, lead, 'Send this back, please')
  await until('the answers to be accepted', 60_000, async () =>
    (await deadlines(product)).every(({ isOpen }) => !isOpen),
  )
  const wasMet = (await deadlines(product)).filter(({ accepted }) => accepted).length
  for (const lead of leads) {
    if (lead.scene === 'a second answer') await reply(staff, lead, 'Second answer')
    if (lead.scene === 'a newer question') await askAgain(postfix, product, lead)
  }
  const asked = all.filter((scene) => scene === 'a newer question').length
  await until('the second answers and questions', 60_000, async () => {
    const second = await count(
      product,
      'mail_messages',
      `text like 'Second%' and delivery = 'accepted'`,
    )
    const open = (await deadlines(product)).filter(({ isOpen }) => isOpen).length
    return second === all.length / scenes.length && open === asked
  })
  postfix.returnMail()
  await until('the returns', 120_000, async () => {
    return (
      (await count(product, 'mail_messages', `kind = 'reply' and delivery = 'bounced'`)) ===
      leads.length
    )
  })
  // Two sweeps of the thresholds, which would tell again.
  await wait(isShort ? 6_000 : 11_000)
  const found = await deadlines(product)
  const faults: string[] = []
  for (const lead of leads) {
    const wrong = await faultsOf(product, product.url, lead, found)
    faults.push(...wrong.map((what) => `${lead.scene}: ${what}`))
  }
  report(
    faults.length === 0 && wasMet === leads.length,
    `Postfix and Dovecot ${dovecot.version}, ${leads.length} answers accepted, their deadlines met (${wasMet}), and ` +
      `then returned: ${scenes.map((scene) => `${all.length / scenes.length} × ${scene}`).join(', ')}; open again ` +
      `with the old due time, notified once, or replaced by the second answer: ${faults.length} otherwise` +
      (faults.length > 0 ? ` (${[...new Set(faults)].join('; ')})` : ''),
  )
}
