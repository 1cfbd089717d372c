import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { call, type Reply } from '../bench/visitors.ts'
import { findOwnServer } from '../src/server/database/own-server.ts'
import { faultsOf, messageIdOf } from '../test/mail-faults.ts'
import { anyAddress, environmentOf } from './fault-writers.ts'

export const staff = ['ana@firm.test', 'bo@firm.test']

export const mailEnvironment = (smtpUrl: string, extra: Record<string, string> = {}) =>
  environmentOf({
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Northfold <site@firm.test>',
    MAIL_TO: staff.join(','),
    ...extra,
  })

/** Stands in no header and no confirmation. */
const typed = 'Zebra'

export const newVisitor = () => `v-${randomBytes(6).toString('hex')}@visitor.test`

/** Sends the contact form as a visitor with this address. */
export function sendForm(url: string, email: string): Promise<Reply> {
  const message = `${typed} wrote this to ${email}.\nBcc: ${typed}@other.test\n.\n${'ü'.repeat(700)}`
  return call(url, {
    ...{ path: '/api/contact', method: 'POST', forwardedFor: anyAddress() },
    body: { name: `${typed} <x@other.test>`, email, company: typed, message },
  })
}

/** Where the rows are: the data directory of a running product, or a server. */
export type Target = { dataDir: string; databaseUrl?: string | undefined }

export async function connectTo({ dataDir, databaseUrl }: Target): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl ?? findOwnServer(dataDir) })
  client.on('error', () => {})
  await client.connect()
  return client
}

export async function query<T extends object>(target: Target, text: string): Promise<T[]> {
  const client = await connectTo(target)
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

export const storedLeads = (target: Target) =>
  query<{ email: string; number: string }>(target, 'select email, number from inquiries')

/** Number of outgoing mails not yet accepted or failed. */
export async function waitingMails(target: Target): Promise<number> {
  const [row] = await query<{ count: number }>(
    target,
    `select count(*)::int as count from mail_messages where delivery = 'queued'`,
  )
  return row?.count ?? 0
}

/** Instead of waiting for the next attempt, which comes after a minute or more. */
export const makeDue = (target: Target) =>
  query(
    target,
    `update mail_messages set next_attempt_at = now() where delivery = 'queued' and lease_until is null`,
  )

/** Instead of waiting two minutes for the leases of killed senders. */
export const endLeases = (target: Target) =>
  query(
    target,
    `update mail_messages set lease_until = null
     where delivery = 'queued' and lease_until < now() + interval '110 seconds'`,
  )

type Mail = { raw: Buffer; to: string }

/**
 * Compares stored leads with mails that arrived: each lead is to make one mail per address of
 * `MAIL_TO` and one confirmation, however often its sending was interrupted.
 *
 * @param refused visitors to whom the mail server takes no mail.
 */
export async function judgeMails(
  leads: readonly { email: string; number: string }[],
  mails: readonly Mail[],
  refused: readonly string[] = [],
) {
  const expected = new Set(
    leads.flatMap(({ email, number }) =>
      [email, ...staff].filter((to) => !refused.includes(to)).map((to) => `${to} ${number}`),
    ),
  )
  const ids = new Map<string, string[]>()
  const faults: string[] = []
  for (const { raw, to } of mails) {
    const text = raw.toString('latin1')
    const head = text.slice(0, text.indexOf('\r\n\r\n'))
    const number = /R-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(head)?.[0] ?? ''
    const key = `${to} ${number}`
    ids.set(key, [...(ids.get(key) ?? []), messageIdOf(raw)])
    faults.push(...(await faultsOf(raw)))
    if ((staff.includes(to) ? head : text).includes(typed)) faults.push('words of the visitor')
  }
  const lost = [...expected].filter((key) => !ids.has(key)).length
  const strange = [...ids.keys()].filter((key) => !expected.has(key)).length
  const underTwo = [...ids.values()].filter((all) => new Set(all).size > 1).length
  const copies = mails.length - ids.size
  return {
    ...{ lost, strange, underTwo, copies },
    isSound: lost + strange + underTwo + faults.length === 0,
    text:
      `${leads.length} requests stored, ${mails.length} mails: ${lost} lost, ${strange} unexpected, ` +
      `${underTwo} under two Message-IDs, ${copies} second copies under the same, ` +
      `${faults.length} faults against RFC 5322${faults.length > 0 ? ` (${[...new Set(faults)].join(', ')})` : ''}`,
  }
}
