import { sql } from 'drizzle-orm'
import { firstOf } from '#contract/cut-text.ts'
import { serviceTitle } from '#contract/service-options.ts'
import type { SiteSettings } from '#contract/settings/document.ts'
import { dueInFirmZone, inFirmZone } from '#features/content/business-hours/firm-time.ts'
import { replyDue } from '#features/content/business-hours/reply-due.ts'
import { threadOfLead } from '#features/mail/threads/make-thread.server.ts'
import { urlOf } from '#features/notifications/delivery/notice.ts'
import { notify } from '#features/notifications/delivery/notify.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { automaticMailLimits, type inquiries, mailSuppressions } from '#server/database/schema.ts'
import {
  insertMails,
  type OutgoingMail,
  queueMail,
  staffMailRows,
} from '#server/mail/queue-mail.ts'
import { suppressionsOf } from '#server/mail/suppressions.ts'
import { isOwnAddress, isReserved, mailboxHash } from '#server/mail-addresses.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { Queue } from '#server/service/job-queue.ts'

/** Parts of a lead that mails name. */
export type Lead = Pick<
  typeof inquiries.$inferSelect,
  | ('id' | 'number' | 'name' | 'email' | 'company' | 'service' | 'message')
  | ('kind' | 'consultationData' | 'createdAt' | 'clientId' | 'assigneeId')
>

const maxCharacters = 1000

/** Uses the settings with which the lead's deadline is opened. */
const dueAt = (settings: SiteSettings, { createdAt }: Lead) => replyDue(settings, createdAt)

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

/**
 * Mails a new lead to each address of `MAIL_TO` and notifies everybody, once. Must run in the
 * transaction that stores or releases the lead.
 *
 * @param except the user who causes it and needs no notification.
 * @returns where something waits to be sent.
 */
export async function alertStaff(
  deps: Dependencies,
  tx: Transaction,
  settings: SiteSettings,
  lead: Lead,
  except?: { id: string; email: string | null },
): Promise<Queue[]> {
  const subject = { inquiryId: lead.id }
  const what = `${lead.kind === 'consultation' ? 'consultation request' : 'inquiry'} ${lead.number}`
  const title = `New ${what}`
  const mails = deps.config.mail
    ? staffMailRows(deps, alertOf(deps, settings, lead, title), except?.email)
    : []
  if (mails.length > 0) await insertMails(tx, mails)
  const queues = await notify(deps, tx, {
    event: 'lead.created',
    eventKey: `lead ${lead.id}`,
    to: 'everybody',
    subject,
    url: urlOf(subject),
    title,
    name: lead.name,
    act: `sent ${what}`,
    dueAt: dueAt(settings, lead),
    alsoToStaff: true,
    except: except?.id ?? null,
  })
  return mails.length > 0 ? [...queues, 'mail_sender'] : queues
}

/** The minimum time between two confirmations to a mailbox. */
const minutesBetween = 60

/**
 * Takes the one confirmation that an address may get in an hour.
 *
 * @returns false when it is suppressed or had one just now.
 */
async function reserveConfirmation(tx: Transaction, address: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into ${automaticMailLimits} as l (address_hash)
    select ${mailboxHash(address)}::bytea
    where not exists (select from ${mailSuppressions} where ${suppressionsOf(address)})
    on conflict (address_hash) do update set last_sent_at = now()
    where l.last_sent_at <= now() - make_interval(mins => ${sql.raw(`${minutesBetween}`)})
    returning true`)
  return (rowCount ?? 0) > 0
}

/**
 * The mail that confirms a lead to its sender. It contains no word that
 * the sender typed, so that the form cannot be used to send texts to strangers.
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

/** @returns whether a confirmation waits to be sent. */
export async function confirmToSender(
  deps: Dependencies,
  tx: Transaction,
  settings: SiteSettings,
  lead: Lead,
): Promise<boolean> {
  const { config } = deps
  if (!config.mail || isReserved(lead.email) || isOwnAddress(config, lead.email)) return false
  if (!(await reserveConfirmation(tx, lead.email))) return false
  const mail = confirmationOf(deps, settings, lead)
  const sent = await queueMail(deps, tx, { ...mail, threadId: await threadOfLead(tx, lead) })
  return sent !== undefined
}
