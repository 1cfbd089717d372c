import { sql } from 'drizzle-orm'
import { firstOf } from '#contract/cut-text.ts'
import { serviceTitle } from '#contract/service-options.ts'
import type { SiteSettings } from '#contract/settings/document.ts'
import { dueInFirmZone, inFirmZone } from '#features/content/business-hours/firm-time.ts'
import { replyDue } from '#features/content/business-hours/reply-due.ts'
import { newThreadOfLead, threadOfLead } from '#features/mail/threads/make-thread.server.ts'
import { urlOf } from '#features/notifications/delivery/notice.ts'
import { notify } from '#features/notifications/delivery/notify.server.ts'
import type { Reachable } from '#features/notifications/delivery/staff.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { executePrepared } from '#server/database/prepared.ts'
import {
  automaticMailLimits,
  type inquiries,
  mailSuppressions,
  mailThreads,
} from '#server/database/schema.ts'
import type { Writes } from '#server/database/write-together.ts'
import {
  mailInsert,
  mailRow,
  type OutgoingMail,
  queueMail,
  staffMailRows,
} from '#server/mail/queue-mail.ts'
import { suppressionsOf } from '#server/mail/suppressions.ts'
import { isOwnAddress, isReserved, mailboxHash } from '#server/mail-addresses.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { Queue } from '#server/service/job-queue.ts'

/** The parts of a lead that mails contain. The lead need not be stored yet. */
export type Lead = Pick<
  typeof inquiries.$inferSelect,
  | ('id' | 'number' | 'name' | 'email' | 'company' | 'service' | 'message')
  | ('consultationData' | 'createdAt' | 'clientId' | 'assigneeId')
>

const maxCharacters = 1000

/** Uses the settings with which the lead's deadline is opened. */
const dueAt = (settings: SiteSettings, { createdAt }: Lead) => replyDue(settings, createdAt)

export function isConsultation({
  service,
  consultationData,
}: {
  service: string
  consultationData?: unknown
}): boolean {
  return service === 'consultation' || consultationData != null
}

function alertOf(
  { config }: Dependencies,
  settings: SiteSettings,
  lead: Lead,
  subject: string,
): Omit<OutgoingMail, 'to'> {
  // The message of a consultation request contains only the sender's name.
  const { projectDescription } = (lead.consultationData ?? {}) as Record<string, unknown>
  const said = [lead.message, projectDescription].filter((one) => typeof one === 'string' && one)
  const facts = [
    ['Name', lead.name],
    ['Company', lead.company],
    ['Service', serviceTitle(lead.service)],
  ]
  const quoted = firstOf(said.join('\n\n'), maxCharacters, 'codePoints').split(/\r\n|\r|\n/)
  return {
    kind: 'lead_alert',
    inquiryId: lead.id,
    subject,
    text: [
      facts.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join('\n'),
      quoted.map((line) => `> ${line}`).join('\n'),
      `Answer due by ${dueInFirmZone(settings.hours, dueAt(settings, lead))}`,
      `${config.publicUrl}/admin/inbox?lead=${lead.id}`,
      'Replying to this email does not reach the sender.',
    ].join('\n\n'),
  }
}

type AlertOptions = {
  /** Writes for the same lead, stored in the same statement. */
  writes?: Writes
  reachable?: Reachable
  /** The user who caused the notification and does not need it. */
  except?: { id: string; email: string | null } | undefined
}

/**
 * Mails a new lead to each address of `MAIL_TO` and notifies everybody, once. Must run in the
 * transaction that stores or releases the lead.
 *
 * @returns the queues in which something waits to be sent.
 */
export async function alertStaff(
  deps: Dependencies,
  tx: Transaction,
  settings: SiteSettings,
  lead: Lead,
  options: AlertOptions = {},
): Promise<Queue[]> {
  const { writes, reachable, except } = options
  const subject = { inquiryId: lead.id }
  const what = `${isConsultation(lead) ? 'consultation request' : 'inquiry'} ${lead.number}`
  const title = `New ${what}`
  const mails = deps.config.mail
    ? staffMailRows(deps, alertOf(deps, settings, lead, title), except?.email)
    : []
  const notice = {
    event: 'lead.created' as const,
    eventKey: `lead ${lead.id}` as const,
    to: 'everybody' as const,
    subject,
    url: urlOf(subject),
    title,
    name: lead.name,
    act: `sent ${what}`,
    dueAt: dueAt(settings, lead),
    alsoToStaff: true,
    except: except?.id ?? null,
  }
  const alert = mails.length > 0 && { alert: mailInsert(mails) }
  const queues = await notify(deps, tx, notice, {
    writes: { ...writes, ...alert },
    ...(reachable && { reachable }),
  })
  return mails.length > 0 ? [...queues, 'mail_sender'] : queues
}

/** The minimum time between two confirmations to a mailbox. */
const minutesBetween = 60

/** Whether the sender of a lead may get a confirmation at all; `reservation` limits the number. */
export const mayConfirm = ({ config }: Dependencies, email: string): boolean =>
  config.mail !== undefined && !isReserved(email) && !isOwnAddress(config, email)

/**
 * Reserves the one confirmation per hour for an address. It returns no row if the address is
 * suppressed or had a confirmation within the hour.
 *
 * @param only an additional condition.
 */
export const reservation = (address: string, only = sql`true`) => sql`
  insert into ${automaticMailLimits} as l (address_hash)
  select ${mailboxHash(address)}::bytea
  where ${only} and not exists (select from ${mailSuppressions} where ${suppressionsOf(address)})
  on conflict (address_hash) do update set last_sent_at = now()
  where l.last_sent_at <= now() - make_interval(mins => ${sql.raw(`${minutesBetween}`)})
  returning true`

/**
 * The mail that confirms a lead to its sender; requires a `reservation`. It contains no word that
 * the sender typed, so that the form cannot be abused to send texts to strangers.
 */
function confirmationOf(
  { config: { intake, publicUrl } }: Dependencies,
  settings: SiteSettings,
  lead: Lead,
): OutgoingMail {
  const { firm, hours } = settings
  const { email, number, createdAt } = lead
  return {
    kind: 'confirmation',
    to: email,
    subject: `We received your request ${number}`,
    text: [
      `Thank you for writing to ${firm.name}.`,
      `Your request has the number ${number}. We received it on ${inFirmZone(hours, createdAt)}.`,
      `A person answers by ${dueInFirmZone(hours, dueAt(settings, lead))}.`,
      'What you sent, who reads it and when the answer is due: {link}',
      ...(intake ? ['You can reply to this email to add something.'] : []),
      [
        `You receive this because this address was entered on ${publicUrl}.`,
        'If that was not you, say so on that page and we will not write again.',
      ].join(' '),
    ].join('\n\n'),
  }
}

/** Confirms a lead that is already stored. */
export async function confirmToSender(
  deps: Dependencies,
  tx: Transaction,
  settings: SiteSettings,
  lead: Lead,
): Promise<void> {
  if (!mayConfirm(deps, lead.email)) return
  const reserved = await executePrepared(tx, reservation(lead.email))
  if (reserved.length === 0) return
  const mail = confirmationOf(deps, settings, lead)
  await queueMail(deps, tx, { ...mail, threadId: await threadOfLead(tx, lead) })
}

/** The writes that confirm a lead, for the statement that stores it; requires a `reservation`. */
export function confirmationWrites(
  deps: Dependencies,
  tx: Transaction,
  settings: SiteSettings,
  lead: Lead,
): Writes {
  const thread = newThreadOfLead(lead)
  const row = mailRow(deps, { ...confirmationOf(deps, settings, lead), threadId: thread.id })
  if (!row) return {}
  return { thread: tx.insert(mailThreads).values(thread), confirmation: mailInsert([row]) }
}
