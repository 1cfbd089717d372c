const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'

/**
 * The HTML Standard's valid email address, but with a dot in the domain. Unicode domains must be
 * punycode.
 */
export const addressForm = new RegExp(
  `^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})+$`,
)

export const isAddress = (address: string) => address.length <= 254 && addressForm.test(address)

/**
 * Whether the text is exactly one mailbox that mail can be sent to. Letters before the @ may be of
 * any alphabet, and the host may have no dot, as in an intranet.
 */
export const isMailbox = (address: string) =>
  isAddress(`${address.replace(/[\p{L}\p{M}\p{N}](?=.*@)/gu, 'x')}.x`)

/** A host with letters beyond ASCII, without characters that would end it in a URL. */
const unicodeHost = /^(?=.*[^\0-\x7f])[^\0-,/:-@[-`{-\x7f]+$/

/** Converts a domain with letters of other alphabets to punycode. All else stays as it is. */
export function toAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const host = address.slice(at)
  const url = `http://${host}`
  if (!unicodeHost.test(host) || !URL.canParse(url)) return address
  return address.slice(0, at) + new URL(url).hostname
}

const asciiBeforeAt =
  'Before the @, an email address can have only letters from a to z, digits and signs such as . - _ +'

/**
 * Why an address is refused: letters before the @ that not every mail server accepts, or
 * `otherwise`.
 */
export const addressProblem = (address: string, otherwise: string) =>
  /[^\0-\x7f].*@/s.test(address) ? asciiBeforeAt : otherwise

/** The address of a mailto link. A question mark or the like before the @ cannot add a header. */
export const mailtoOf = (address: string) =>
  `mailto:${address.replace(/[^\w.@+-]/gu, encodeURIComponent)}`
