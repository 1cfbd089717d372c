/** Checks of the ways in which mail comes in: the mailbox over IMAP, and `POST /api/mail/in`. */
import { randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { type Finding, failed, notSet, ok, reasonOf, runCheck, warning } from './doctor-findings.ts'
import { ask, at } from './doctor-requests.ts'

type Imap = NonNullable<NonNullable<Config['intake']>['imap']>

const check = 'Mail in'
const timeoutMs = 10_000

type ImapError = { code?: string; authenticationFailed?: boolean; cause?: { code?: string } }

function refusal({ host, port }: Imap, error: unknown): string {
  const { code = '', authenticationFailed, cause } = error as ImapError
  const reason = cause?.code ?? code
  const server = `${host}:${port}`
  if (authenticationFailed)
    return 'the login is refused: correct user and password in IMAP_URL, percent-encoded (@ is %40); many providers want an app password.'
  if (/NOTFOUND|EAI_AGAIN|EDNS/.test(reason))
    return `${host} is not known (${reason}): correct the host in IMAP_URL.`
  if (/TLS|CERT|SSL|SELF_SIGNED|ISSUER|VERIFY|EPROTO/.test(reason))
    return `no TLS with ${server} (${reason}): use the name in its certificate, imaps:// for port 993 and imap:// for 143.`
  if (/TIMEOUT/i.test(reason))
    return `${server} does not answer within 10 s: correct IMAP_URL, or let its port out.`
  return `${server} cannot be reached (${reason || reasonOf(error)}): start the server, or correct IMAP_URL.`
}

/** Logs in and opens the mailbox read-only, like the reader. Nothing is changed. */
async function checkMailbox(imap: Imap): Promise<Finding> {
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: imap.host,
    port: imap.port,
    secure: imap.isSecure,
    logger: false,
    ...(!imap.isSecure && imap.mustEncrypt && { doSTARTTLS: true }),
    auth: { user: imap.user, pass: imap.password },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  // Without a listener, a broken connection would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    client.close()
    return failed(check, refusal(imap, error))
  }
  try {
    await client.mailboxOpen(imap.mailbox, { readOnly: true })
    return ok(check, `the mailbox ${imap.mailbox} opens.`)
  } catch {
    const words = `there is no mailbox ${imap.mailbox}: correct the last part of IMAP_URL.`
    return failed(check, words)
  } finally {
    client.close()
  }
}

/** A wrong token must be refused, because anybody could post forged mail otherwise. */
async function checkEndpoint(url: URL): Promise<Finding> {
  const asked = ask(at(url, '/api/mail/in'), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${randomBytes(24).toString('hex')}`,
      'content-type': 'message/rfc822',
    },
  })
  const status = await asked.then(
    (answer) => answer.status,
    (error: unknown) => reasonOf(error),
  )
  if (typeof status === 'string') {
    const words = `${url.origin} cannot be reached (${status}): start the product, or name its address: npm run doctor -- https://www.example.com`
    return failed(check, words)
  }
  const path = 'POST /api/mail/in'
  if (status === 401) return ok(check, `${path} refuses a wrong token.`)
  if (status === 429)
    return warning(check, `${path} has refused ten wrong tokens in a minute: ask again later.`)
  if (status === 404)
    return failed(check, `${path} is not there: restart the product with MAIL_IN_TOKEN.`)
  const words = `${path} answers a wrong token with ${status}: let the proxy pass the path on as it is.`
  return failed(check, words)
}

export async function checkMailIn({ intake }: Config, url: URL): Promise<Finding[]> {
  if (!intake) return [notSet(check, 'IMAP_URL and MAIL_IN_TOKEN are not set: no mail comes in.')]
  const { imap, token } = intake
  return [
    ...(imap ? await runCheck(check, () => checkMailbox(imap)) : []),
    ...(token ? await runCheck(check, () => checkEndpoint(url)) : []),
  ]
}
