import type { Config } from '../config.ts'

/** `status` is the server's code, e.g. 550; `code` is Node's or nodemailer's, e.g. ECONNREFUSED. */
type Refused = {
  step: 'connection' | 'login' | 'sender' | 'recipient'
  status?: number
  code?: string
}

/** With `none` the server accepts sender and recipient; `isEncrypted` says whether TLS was used. */
export type TrialResult = { step: 'none'; isEncrypted: boolean } | Refused

/** `originalCode` is the code of the system or of TLS that nodemailer replaced with its own. */
type SmtpError = { code?: string; originalCode?: string; responseCode?: number }

function refused(step: Refused['step'], error: unknown): Refused {
  const { code, originalCode, responseCode } = error as SmtpError
  const reason = originalCode ?? code
  return { step, ...(responseCode && { status: responseCode }), ...(reason && { code: reason }) }
}

/** Not a SASL method: this name makes nodemailer run our own commands on a signed-in connection. */
const envelope = 'ENVELOPE'

/**
 * Checks whether the mail server would accept a mail from `MAIL_FROM` to the first address of
 * `MAIL_TO`. Stops before the mail itself is sent (RSET, QUIT).
 *
 * @returns the step that was refused; never throws.
 */
export async function tryMail(
  { smtpUrl, from, to }: NonNullable<Config['mail']>,
  timeoutMs = 10_000,
): Promise<TrialResult> {
  const [{ createTransport }, { default: Connection }] = await Promise.all([
    import('nodemailer'),
    import('nodemailer/lib/smtp-connection'),
  ])
  const options = createTransport({ url: smtpUrl }).options as { auth?: object }
  const limits = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  }
  const commands = [
    ['sender', `MAIL FROM:<${from.address}>`],
    ['recipient', `RCPT TO:<${to[0]}>`],
  ] as const
  let refusal: Refused | undefined
  const connection = new Connection({
    ...options,
    ...limits,
    customAuth: {
      async [envelope]({ sendCommand, resolve }) {
        for (const [step, command] of commands) {
          const { status } = await sendCommand(command)
          if (status < 200 || status > 299) {
            refusal = { step, status }
            break
          }
        }
        await sendCommand('RSET')
        resolve()
      },
    },
  })
  const login = (auth: object) =>
    new Promise<void>((resolve, reject) =>
      connection.login(auth, (error) => (error ? reject(error) : resolve())),
    )
  const { promise: failure, reject } = Promise.withResolvers<never>()
  failure.catch(() => {})
  connection.on('error', reject)
  connection.on('end', () => reject(Object.assign(new Error('closed'), { code: 'closed' })))
  let step: Refused['step'] = 'connection'
  const converse = async () => {
    await new Promise<void>((resolve, refuse) =>
      connection.connect((error) => (error ? refuse(error) : resolve())),
    )
    step = 'login'
    // As when sending mail, the client does not log in if the server does not offer it.
    if (options.auth && connection.allowsAuth) await login({ ...options.auth })
    step = 'sender'
    await login({ method: envelope })
  }
  try {
    await Promise.race([converse(), failure])
    const isEncrypted = connection.secure
    connection.quit()
    return refusal ?? { step: 'none', isEncrypted }
  } catch (error) {
    connection.close()
    return refused(step, error)
  }
}
