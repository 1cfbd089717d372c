/** Checks of outgoing mail: the mail server, the sender's domain, and whether mails are sent. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { type Reach, readReach } from '#features/notifications/delivery/reach.server.ts'
import type { Config } from '#server/config.ts'
import { failingMinutes, mailFailingSince } from '#server/mail/mail-failures.ts'
import { type TrialResult, tryMail } from '#server/mail/trial.ts'
import { connectToDatabase } from './doctor-database.ts'
import { type Finding, failed, notSet, ok, warning } from './doctor-findings.ts'
import { isLoopback } from './doctor-requests.ts'
import { checkSendingDomain, type DnsAnswers } from './doctor-sending-domain.ts'

type MailConfig = NonNullable<Config['mail']>

const check = 'Mail'
const notifications = 'Notifications'

function unreachable({ smtpUrl }: MailConfig, code: string): string {
  const { hostname, port } = new URL(smtpUrl)
  const server = `${hostname}${port && `:${port}`}`
  if (/NOTFOUND|EAI_AGAIN|EDNS/.test(code))
    return `${hostname} is not known (${code}): correct the host in SMTP_URL.`
  if (/TLS|CERT|SSL|SELF_SIGNED|ISSUER|VERIFY|EPROTO/.test(code))
    return `no TLS with ${server} (${code}): use the name in its certificate, smtps:// for port 465 and smtp:// for 587.`
  if (code === 'ETIMEDOUT')
    return `${server} does not answer within 10 s: correct SMTP_URL, or let port 587 out (many networks block 25).`
  return `${server} cannot be reached (${code}): start the mail server, or correct SMTP_URL.`
}

/** Advice about a step that was refused. The server's own text is not shown. */
export function trialFinding(mail: MailConfig, result: TrialResult): Finding {
  if (result.step === 'none' && !result.isEncrypted && !isLoopback(new URL(mail.smtpUrl).hostname))
    return warning(
      check,
      'accepted, but not encrypted: anyone in between reads mails and password. Use smtps:// or a server with STARTTLS.',
    )
  if (result.step === 'none')
    return ok(check, 'the server accepts MAIL_FROM and the first of MAIL_TO; nothing was sent.')
  const { step, status = 0, code = 'no answer' } = result
  const isTemporary = status >= 400 && status < 500
  if (step !== 'login' && !status) return failed(check, unreachable(mail, code))
  if (step === 'connection' && !isTemporary)
    return failed(check, `the server refuses this machine (${status}): ask its operator.`)
  if (status === 530)
    return failed(check, 'the server requires a login: add the user name and password to SMTP_URL.')
  if (step === 'login' && !isTemporary) {
    const words = `the login is refused (${status || code}): correct user and password in SMTP_URL, percent-encoded (@ is %40); many providers want an app password or an API key.`
    return failed(check, words)
  }
  if (step === 'sender' && !isTemporary) {
    const words = `MAIL_FROM is refused (${status}): use an address that this login may send from, or allow it at the provider.`
    return failed(check, words)
  }
  if (step === 'recipient' && !isTemporary) {
    const words = `the first address of MAIL_TO is refused (${status}): correct it, or let the server relay for this machine or login.`
    return failed(check, words)
  }
  const words = `the server refuses for now (${status || code}): mail waits and is tried again; run the doctor again in some minutes.`
  return step === 'recipient' ? warning(check, words) : failed(check, words)
}

type MailState = { failingSince: Date | undefined; reach: Reach }

/** @returns 'unknown' when no database is reachable. */
async function askDatabase(config: Config): Promise<MailState | 'unknown'> {
  try {
    const client = await connectToDatabase(config)
    if (!client) return 'unknown'
    try {
      const db = drizzle({ client })
      return { failingSince: await mailFailingSince(db), reach: await readReach(db) }
    } finally {
      await client.end()
    }
  } catch {
    // Problems of the database are reported by another check.
    return 'unknown'
  }
}

/** @param server undefined when mail is not configured. */
function reachFinding(server: Finding | undefined, state: MailState | 'unknown'): Finding {
  const others = state === 'unknown' ? undefined : state.reach
  if (others?.channel || others?.device) {
    const way = others.channel ? 'a channel' : 'the devices of users'
    return ok(notifications, `${way} can be told of new requests.`)
  }
  if (!server) {
    const words =
      'nobody is notified of new requests: set SMTP_URL, MAIL_FROM and MAIL_TO (docs/operations.md, "Mail").'
    return failed(notifications, words)
  }
  if (server.status === 'failed')
    return failed(notifications, 'nobody is notified of new requests: see Mail.')
  if (state === 'unknown') {
    const words = 'new requests are mailed to MAIL_TO. Past failures show while the product runs.'
    return ok(notifications, words)
  }
  if (state.failingSince) {
    const words = `nobody is notified of new requests: no mail has gone out since ${state.failingSince.toISOString()}. See events mail_delayed and mail_failed in the log.`
    return failed(notifications, words)
  }
  const words = `new requests are mailed to MAIL_TO; no failure of ${failingMinutes} minutes.`
  return ok(notifications, words)
}

/** @param dns replaces the system's resolver. */
export async function checkMail(config: Config, dns?: DnsAnswers): Promise<Finding[]> {
  const { mail } = config
  if (!mail)
    return [
      notSet(check, 'SMTP_URL is not set: no mail is sent.'),
      reachFinding(undefined, await askDatabase(config)),
    ]
  const [result, state, domain] = await Promise.all([
    tryMail(mail),
    askDatabase(config),
    checkSendingDomain(mail.from.address, dns),
  ])
  const server = trialFinding(mail, result)
  return [server, ...domain, reachFinding(server, state)]
}
