import { z } from 'zod'
import { toAsciiHost } from '../ascii-host.ts'
import { isAddress, toAsciiDomain } from '../email-address.ts'
import { sectionTargets } from './site-paths.ts'

const maxTarget = 500

/** A path such as `/legal/privacy`. Other characters could hide something, so none is allowed. */
const sitePath = /^\/([a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*)?$/

const badTarget =
  'Use a page of this site such as /legal/privacy, a section such as /#about, an https address or a mailto address'

// These are control characters, spaces and characters that browsers read as a slash.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const hidden = /[\u0000-\u0020\u007F-\u00A0\u2028\u2029\\]/

const entities: Record<string, string> = {
  colon: ':',
  sol: '/',
  bsol: '\\',
  tab: '\t',
  newline: '\n',
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));?/gi,
    (whole, hex, decimal, name) => {
      if (name) return entities[String(name).toLowerCase()] ?? whole
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}

function decodePercents(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** A target that `isTarget` accepted is a path or a section of this site then. */
export const startsWithSlash = (target: string) => target.startsWith('/')

export function isTarget(target: string): boolean {
  if (target.length > maxTarget) return false
  if (startsWithSlash(target)) return sectionTargets.includes(target) || sitePath.test(target)
  const readings = [target, decodePercents(target), decodeEntities(target)]
  if (readings.some((reading) => hidden.test(reading))) return false
  const [, address] = /^mailto:([^?#]+)$/.exec(target) ?? []
  if (address) return isAddress(decodePercents(address))
  if (!target.startsWith('https://') || !URL.canParse(target)) return false
  const { protocol, username, password, hostname } = new URL(target)
  return protocol === 'https:' && !username && !password && hostname !== ''
}

/** The target is null until one is chosen. */
export const Target = z
  .string()
  .trim()
  .overwrite((value) => (value.startsWith('mailto:') ? toAsciiDomain : toAsciiHost)(value))
  .max(maxTarget, `Use at most ${maxTarget} characters`)
  .refine((value) => value === '' || isTarget(value), badTarget)
  .nullable()
  .transform((value) => value || null)
