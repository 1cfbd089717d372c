import type { CalendarReply } from './parsed-mail.ts'

const maxBytes = 64 * 1024

/**
 * Parses the reply in an iCalendar part with `METHOD:REPLY` (RFC 5546, 3.2.3); null when it has
 * none.
 */
export function readReply(bytes: Uint8Array): CalendarReply | null {
  const text = Buffer.from(bytes.subarray(0, maxBytes))
    .toString()
    .replace(/\r?\n[ \t]/g, '')
  const property = (name: string) =>
    new RegExp(`^${name}(?:;[^:\\r\\n]*)?:(.{1,200})\\r?$`, 'im').exec(text)?.[1]?.trim()
  const uid = property('UID')
  const [, status] = /^ATTENDEE\b[^\r\n]*;PARTSTAT="?([A-Z-]{1,20})/im.exec(text) ?? []
  const sequence = /^\d{1,9}$/.exec(property('SEQUENCE') ?? '')?.[0]
  if (!uid || !status || property('METHOD')?.toUpperCase() !== 'REPLY') return null
  return { uid, status: status.toUpperCase(), sequence: sequence ? Number(sequence) : null }
}
