import { brand } from '../../../brand.ts'
import { knownWalks, knownWords } from './known-words.ts'

/** Common substitutes for letters, which attackers try as well. */
const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

function undisguised(text: string): string {
  return text.replace(/[@431!0$57]/g, (sign) => disguises[sign] ?? sign)
}

/** `abcabc` becomes `abc`. */
function unrepeated(text: string): string {
  const again = `${text}${text}`.indexOf(text, 1)
  return again < text.length ? text.slice(0, again) : text
}

/** Letters only, without surrounding digits and signs, with and without substitutions. */
function heads(password: string): string[] {
  const bare = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const forms = [password, bare, undisguised(bare), undisguised(password)]
  return forms.map((form) => unrepeated(form.replace(/[^\p{L}]/gu, '')))
}

function walks(password: string): boolean {
  const once = unrepeated(password)
  return knownWalks.some((walk) => {
    const back = [...walk].reverse().join('')
    return [walk + walk, back + back].some((way) => way.includes(once))
  })
}

/**
 * Whether a password is among the first guesses: a common word with digits and signs around it,
 * with substituted letters or repeated, a keyboard walk, or little more than a name that is easy to
 * guess (OWASP ASVS 5.0, 6.2.4 and 6.2.11).
 *
 * @param own names that belong to the person, e.g. the username.
 */
export function isWellKnown(password: string, own: readonly string[] = []): boolean {
  const lower = password.toLowerCase()
  const squeezed = lower.replace(/[\s._-]/g, '')
  if (new Set(squeezed).size < 5 || walks(squeezed)) return true
  if (heads(squeezed).some((head) => knownWords.has(head))) return true
  const names = [brand.name, ...own].map((name) => name.toLowerCase()).filter((name) => name !== '')
  return names.some((name) => lower.includes(name) && lower.replaceAll(name, '').length < 8)
}
