/** Forms that settings in the environment may have. */
import { z } from 'zod'
import { parseMailbox } from './mail-addresses.ts'

export const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined)

/** @param requirement follows the name of the variable in a ConfigError. */
export function flag(requirement: string, check: (value: string) => boolean) {
  return optional.refine((value) => value === undefined || check(value), requirement)
}

export function isUrl(value: string, protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

/** Whether the value is 32 bytes in base64 of either alphabet. Refuses the all-zero placeholder. */
export function isKey(value: string): boolean {
  const bytes = Buffer.from(value, 'base64')
  return /^[A-Za-z0-9+/_-]+=*$/.test(value) && bytes.length === 32 && bytes.some(Boolean)
}

export const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65535

/** Traffic over loopback cannot be intercepted. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

export const days = (name: string) =>
  flag(
    `must be a number of days, for example ${name}=365`,
    (v) => /^[1-9]\d{0,4}$/.test(v) && Number(v) <= 36_500,
  )

export const rows = (name: string, example: number) =>
  flag(
    `must be a number from 1 to 1000000, for example ${name}=${example}`,
    (v) => /^[1-9]\d{0,6}$/.test(v) && Number(v) <= 1_000_000,
  )

/** A part that is no address becomes the empty string. */
export const addressesOf = (value: string) => [
  ...new Set(value.split(',').map((part) => parseMailbox(part)?.address ?? '')),
]

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Converts a text such as '24h' to milliseconds; undefined outside 10 s to 30 days. */
export function durationMs(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,7})([smhd])$/.exec(text) ?? []
  const ms = Number(count) * (unitMs[unit] ?? Number.NaN)
  return ms >= 10_000 && ms <= 30 * 86_400_000 ? ms : undefined
}

export const duration = (name: string, example: string) =>
  flag(
    `must be a time from 10s to 30d, for example ${name}=${example}`,
    (v) => durationMs(v) !== undefined,
  )

/** Whether the value is a secret of 16 to 200 printable characters. */
export const isToken = (value: string) => /^[!-~]{16,200}$/.test(value)

/**
 * Leaves room before the `@` for `+` and a token of 26 characters (at most 64: RFC 5321,
 * 4.5.3.1.1).
 */
export function isReplyAddress(value: string): boolean {
  const mailbox = parseMailbox(value)
  return mailbox?.address === value && /^[^+]{1,37}@/.test(value)
}

/** A mailbox to read. `mustEncrypt` requires STARTTLS on connections that begin without TLS. */
export type Imap = {
  host: string
  port: number
  isSecure: boolean
  mustEncrypt: boolean
  user: string
  password: string
  mailbox: string
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** @returns undefined unless the address names user, password, host and at most one mailbox. */
export function imapOf(value: string): Imap | undefined {
  if (!isUrl(value, ['imap:', 'imaps:'])) return undefined
  const url = new URL(value)
  const [user, password, mailbox] = [url.username, url.password, url.pathname.slice(1)].map(decoded)
  if (!url.hostname || !user || !password || mailbox === undefined) return undefined
  if (url.search || url.hash) return undefined
  const isSecure = url.protocol === 'imaps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (isSecure ? 993 : 143)),
    isSecure,
    mustEncrypt: !isSecure && !isLoopback(url),
    user,
    password,
    mailbox: mailbox || 'INBOX',
  }
}
