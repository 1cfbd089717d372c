import { createRequire } from 'node:module'

type Addresses = { value: { address?: string; name?: string }[] }
type ParsedMail = {
  from?: Addresses
  to?: Addresses
  date?: Date
  messageId?: string
  text?: string
  html?: string | false
  inReplyTo?: string
  references?: string | string[]
  replyTo?: Addresses
  subject?: string
  attachments: { filename?: string; contentType: string; content: Buffer }[]
}

/** mailparser has no types. */
export const { simpleParser } = createRequire(import.meta.url)('mailparser') as {
  simpleParser(raw: Buffer): Promise<ParsedMail>
}

/** The limit of RFC 5322, 2.1.1, without CRLF. */
const maxLineBytes = 998

const once = ['From', 'To', 'Date', 'Message-ID', 'Subject', 'MIME-Version']

/** Reads the header fields, unfolded. */
function headersOf(raw: Buffer): { name: string; value: string }[] {
  const text = raw.toString('latin1')
  const [head = ''] = text.split('\r\n\r\n', 1)
  return head
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .map((line) => {
      const [, name = '', value = ''] = /^([!-9;-~]+):[ \t]*(.*)$/s.exec(line) ?? []
      return { name, value }
    })
}

export function messageIdOf(raw: Buffer): string {
  return headersOf(raw).find(({ name }) => /^message-id$/i.test(name))?.value ?? ''
}

function faultsOfForm(raw: Buffer): string[] {
  const text = raw.toString('latin1')
  const faults: string[] = []
  if (/\r(?!\n)/.test(text)) faults.push('bare CR')
  if (/(?<!\r)\n/.test(text)) faults.push('bare LF')
  if (!text.endsWith('\r\n')) faults.push('no CRLF at the end')
  if (!text.includes('\r\n\r\n')) faults.push('no end of the headers')
  const longest = Math.max(...text.split('\r\n').map(({ length }) => length))
  if (longest > maxLineBytes) faults.push(`a line of ${longest} bytes`)
  return faults
}

function faultsOfHeaders(raw: Buffer): string[] {
  const headers = headersOf(raw)
  const faults: string[] = []
  if (headers.some(({ name }) => name === '')) faults.push('a line that is no header')
  if (headers.some(({ value }) => /[^\t -~]/.test(value))) faults.push('a header beyond ASCII')
  for (const wanted of once) {
    const count = headers.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase()).length
    if (count !== 1) faults.push(`${count} × ${wanted}`)
  }
  if (!/^<[!-;=?-~]+@[!-;=?-~]+>$/.test(messageIdOf(raw))) faults.push('Message-ID')
  return faults
}

/**
 * Checks a mail of ours against RFC 5322, and that it is one plain text from one sender to one
 * recipient, with this many files.
 *
 * @returns what is wrong, as texts; empty for a valid mail.
 */
export async function faultsOf(raw: Buffer, files = 0): Promise<string[]> {
  const faults = [...faultsOfForm(raw), ...faultsOfHeaders(raw)]
  const { from, to, date, messageId, text, html, attachments } = await simpleParser(raw)
  if (from?.value.length !== 1 || !from.value[0]?.address) faults.push('not one sender')
  if (to?.value.length !== 1 || !to.value[0]?.address) faults.push('not one recipient')
  if (!date || Number.isNaN(date.getTime())) faults.push('no date')
  if (messageId !== messageIdOf(raw)) faults.push('another Message-ID')
  if (!text?.trim()) faults.push('no text')
  if (html) faults.push('HTML')
  if (attachments.length !== files) faults.push(`${attachments.length} attachments`)
  return faults
}
