import type { Transporter } from 'nodemailer'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Dependencies } from '../context.ts'
import type { Database, Transaction } from '../database/open.ts'
import { job } from './jobs.ts'

const Mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  messageId: z.string(),
})

let transport: { url: string; transporter: Transporter } | undefined

async function transporterOf({ smtpUrl }: NonNullable<Config['mail']>): Promise<Transporter> {
  // Loaded when first needed, for a quick start.
  const { createTransport } = await import('nodemailer')
  if (transport?.url !== smtpUrl) {
    transport?.transporter.close()
    const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
    transport = { url: smtpUrl, transporter: createTransport({ url: smtpUrl, ...limits }) }
  }
  return transport.transporter
}

export const sendMail = job({
  name: 'mail.send',
  payload: Mail,
  async run({ config }, mail) {
    if (!config.mail) return
    const transporter = await transporterOf(config.mail)
    await transporter.sendMail({ from: config.mail.from, ...mail })
  },
})

/**
 * Queues a mail; does nothing when no mail server is configured. Call `deps.jobs.wake()` after the
 * commit.
 *
 * @param mail `to` defaults to the staff (`MAIL_TO`); `text` is plain text. With a `name`, such as
 * `chat-` and an id, a mail queued twice is sent once while it waits, and keeps its Message-ID
 * afterwards.
 */
export async function queueMail(
  { config, jobs }: Dependencies,
  tx: Database | Transaction,
  mail: { name?: string; to?: string; subject: string; text: string },
): Promise<void> {
  if (!config.mail) return
  const host = new URL(config.publicUrl).hostname
  // Retries keep the id, so that a mailbox can drop the second copy after a lost reply.
  const messageId = `<${mail.name ?? crypto.randomUUID()}@${host}>`
  const { to = config.mail.to, subject, text } = mail
  const line = subject.replace(/\s+/g, ' ').slice(0, 200)
  const options = mail.name ? { uniqueKey: `mail:${mail.name}` } : {}
  await jobs.add(tx, sendMail, { to, subject: line, text, messageId }, options)
}
