import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from './test-app.ts'

export const mailToken = 'a-token-for-mail-that-comes-in'

/** An environment in which mail can come in. Nothing is sent, because no server listens. */
export const mailInEnvironment = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'site@firm.test',
  MAIL_TO: 'staff@firm.test',
  MAIL_REPLY_TO: 'reply@in.firm.test',
  MAIL_IN_TOKEN: mailToken,
}

let count = 0

type Headers = Record<string, string | undefined>

/** Makes a mail of plain text. `headers` replace the default ones; undefined ones are omitted. */
export function mailOf(text: string, headers: Headers = {}): Buffer {
  count++
  const all: Headers = {
    From: 'Vera Visitor <vera@visitor.test>',
    To: 'site@firm.test',
    Subject: 'A question',
    Date: 'Mon, 02 Nov 2026 10:00:00 +0100',
    'Message-ID': `<${count}.${Date.now()}@visitor.test>`,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  )
  return Buffer.from([...lines, '', ...text.split('\n')].join('\r\n'))
}

type Part = { headers: Headers; body: string | Buffer }

/** @param type for example `mixed` or `report; report-type=delivery-status`. */
export function multipartOf(type: string, parts: readonly Part[], headers: Headers = {}): Buffer {
  const boundary = `b${++count}`
  const head = mailOf('', {
    ...headers,
    'Content-Type': `multipart/${type}; boundary="${boundary}"`,
  })
  const pieces = parts.flatMap(({ headers: own, body }) => [
    Buffer.from(
      `--${boundary}\r\n${Object.entries(own)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    ),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([head, ...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

export const textPart = (body: string): Part => ({
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body,
})

export const filePart = (name: string, type: string, bytes: Buffer): Part => ({
  headers: {
    'Content-Type': `${type}; name="${name}"`,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Content-Transfer-Encoding': 'base64',
  },
  body: bytes.toString('base64').replace(/.{76}/g, '$&\r\n'),
})

/** Makes a delivery status notification (RFC 3464) about a mail of ours. */
export function bounceOf(
  about: { messageId: string; to: string; envelopeId?: string },
  { action = 'failed', status = '5.1.1', to = 'reply@in.firm.test' } = {},
): Buffer {
  const fields = [
    'Reporting-MTA: dns; mx.visitor.test',
    ...(about.envelopeId ? [`Original-Envelope-Id: ${about.envelopeId}`] : []),
    '',
    `Final-Recipient: rfc822; ${about.to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} No such user`,
  ]
  const parts = [
    textPart('Your mail could not be delivered.'),
    { headers: { 'Content-Type': 'message/delivery-status' }, body: fields.join('\r\n') },
    {
      headers: { 'Content-Type': 'text/rfc822-headers' },
      body: `From: site@firm.test\r\nMessage-ID: ${about.messageId}\r\n`,
    },
  ]
  return multipartOf('report; report-type=delivery-status', parts, {
    From: 'Mail Delivery System <MAILER-DAEMON@mx.visitor.test>',
    To: to,
    Subject: 'Undelivered Mail Returned to Sender',
    'Auto-Submitted': 'auto-replied',
  })
}

/** Posts a mail as a mail server would. */
export function postMail(
  app: Pick<TestApp, 'send'>,
  raw: Buffer,
  { type = 'message/rfc822', token = mailToken, address = '203.0.113.9', ...query } = {} as {
    recipient?: string
    sender?: string
    type?: string
    token?: string
    address?: string
  },
): Promise<LightMyRequestResponse> {
  return app.send({
    method: 'POST',
    url: '/api/mail/in',
    query,
    remoteAddress: address,
    headers: {
      'content-type': type,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    payload: raw,
  })
}
