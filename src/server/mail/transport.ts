import type { SendMailOptions, Transporter } from 'nodemailer'
import { fitText } from '#contract/cut-text.ts'
import type { Config } from '../config.ts'

type MailConfig = NonNullable<Config['mail']>

let open: { url: string; transporter: Transporter } | undefined

/** nodemailer is imported on first use, for a quick start. */
async function transporterOf({ smtpUrl }: MailConfig): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  if (open?.url !== smtpUrl) {
    open?.transporter.close()
    const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
    open = { url: smtpUrl, transporter: createTransport({ url: smtpUrl, ...limits }) }
  }
  return open.transporter
}

type Refusal = {
  /** Whether the server would refuse the same message again. */
  isFinal: boolean
  /** A code without personal data, e.g. `rejected` or `unreachable`. */
  errorCode: string
  /** The server's last line; empty when it did not respond. */
  response: string
}

export type SendResult = { response: string } | Refusal

const maxCharacters = 500

/** The longest attempt in milliseconds; shorter than the lease of a message. */
const attemptTimeoutMs = 100_000

/** If one of these commands is refused, the cause is the message rather than the configuration. */
const messageCommands = ['MAIL FROM', 'RCPT TO', 'DATA']

/** An error of nodemailer. Its message may contain addresses and is never logged. */
type SmtpError = { code?: string; command?: string; response?: string; responseCode?: number }

function refusalOf(error: SmtpError): Refusal {
  const { code, command = '', response = '', responseCode = 0 } = error
  const isFinal = responseCode >= 500 && messageCommands.includes(command)
  const reasons: Record<string, string> = { EAUTH: 'login_refused', ETIMEDOUT: 'no_answer' }
  const temporary = responseCode ? 'delayed' : 'unreachable'
  return {
    isFinal,
    errorCode: isFinal ? 'rejected' : (reasons[code ?? ''] ?? temporary),
    response: fitText(response, maxCharacters),
  }
}

/**
 * Sends one mail through the configured server.
 *
 * @returns the server's last line, or why the mail was not accepted; never throws.
 */
export async function send(config: MailConfig, mail: SendMailOptions): Promise<SendResult> {
  const tooLong = Promise.withResolvers<Refusal>()
  const timer = setTimeout(
    () => tooLong.resolve({ isFinal: false, errorCode: 'no_answer', response: '' }),
    attemptTimeoutMs,
  )
  try {
    const transporter = await transporterOf(config)
    const sent = transporter
      .sendMail(mail)
      .then(({ response = '' }) => ({ response: fitText(response, maxCharacters) }))
    return await Promise.race([sent, tooLong.promise])
  } catch (error) {
    return refusalOf(error as SmtpError)
  } finally {
    clearTimeout(timer)
  }
}
