import { rmSync } from 'node:fs'
import type { Report } from '../bench/report.ts'
import { freePort, newDataDirectory, startProduct } from '../test/product.ts'
import { openSmtpStandIn, type SmtpStep } from '../test/smtp-stand-in.ts'
import { type Effects, openGate, plantGate } from './kill-gate.ts'
import { killAtStep, untilAllSent } from './mail-kill-step.ts'
import {
  connectTo,
  judgeMails,
  mailEnvironment,
  newVisitor,
  query,
  sendForm,
  storedLeads,
  type Target,
} from './mail-ledger.ts'

/** Where statements stop, by the trigger that stops them; a mail is the confirmation. */
const triggers = {
  'before the request is stored': 'before insert on inquiries',
  'request stored': 'after insert on inquiries',
  'before the mails are stored': 'before insert on mail_messages',
  'all stored, not committed': 'after insert on mail_messages',
  'before the lease': 'before update of attempts on mail_messages',
  'lease stored, not committed': 'after update of attempts on mail_messages',
  'accepted, not recorded': 'before update of accepted_at on mail_messages',
  'recorded, not committed': 'after update of accepted_at on mail_messages',
} as const

const atCommit = 'at the commit'

/** Steps seen by their committed effect. */
const effects: Effects = {
  'request committed': 'select from inquiries where email = $1',
  'acceptance committed': `select from mail_messages where to_address = $1 and delivery = 'accepted'`,
}

const atServer: Record<string, SmtpStep> = {
  'connected to the mail server': 'connect',
  'MAIL FROM sent': 'sender',
  'RCPT TO sent': 'recipient',
  'DATA begun': 'data',
  'mail taken, not answered': 'received',
}

const steps = [
  ...Object.keys(triggers),
  atCommit,
  ...Object.keys(effects),
  ...Object.keys(atServer),
]

/** SIGKILL of the product at every step of storing and sending; each time it is started again. */
export async function killedAtEachStep(
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
  const options = {
    ...{ dataDir, port: await freePort() },
    environment: mailEnvironment(standIn.url, databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
  const acknowledged: string[] = []
  const missed = new Set<string>()
  let killed = 0
  try {
    let product = await startProduct(options)
    const client = await connectTo(target)
    await plantGate(client, triggers, { [atCommit]: 'mail_messages' })
    await client.end()
    for (let round = 0; round < kills; round++) {
      for (const step of steps) {
        const email = newVisitor()
        const at = { step, email, atServer, effects }
        const { url } = product
        const send = () => sendForm(url, email)
        const { isReached, result } = await killAtStep({ target, standIn }, product, at, send)
        killed++
        if (!isReached) missed.add(step)
        if (result.status === 201) acknowledged.push(email)
        product = await startProduct(options)
      }
    }
    await query(target, openGate)
    await untilAllSent(target, isShort)
    const leads = await storedLeads(target)
    await product.stop()
    const verdict = await judgeMails(leads, standIn.mails)
    const stored = new Set(leads.map(({ email }) => email))
    const forgotten = acknowledged.filter((email) => !stored.has(email)).length
    report(
      verdict.isSound && forgotten === 0 && missed.size === 0,
      `${databaseUrl ? 'outside' : 'own'} PostgreSQL, ${killed} × SIGKILL at ${steps.length} steps of ` +
        `storing and sending: ${acknowledged.length} requests acknowledged, ${forgotten} of them lost; ${verdict.text}` +
        (missed.size > 0 ? `; steps not reached: ${[...missed].join(', ')}` : ''),
    )
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
