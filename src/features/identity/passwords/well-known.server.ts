const wordsOf = (text: string) => text.trim().split(/\s+/)

/** Phrases missing in the list of leaked passwords. */
const phrases = wordsOf(`
  changemenow correcthorsebatterystaple donttellanyone iamthebest iloveyousomuch iwillsurvive
  letmeinplease linkedin mypasswordis openthedoor passphrase rockyou thequickbrownfox
  thisismypassword toor twitter welcomehome yourpassword`)

/**
 * Sequences on the keyboard, in the alphabet and of digits; matched in both directions and
 * cyclically.
 */
const walks = wordsOf(`
  1234567890 0123456789 abcdefghijklmnopqrstuvwxyz qwertyuiopasdfghjklzxcvbnm qwertyuiop asdfghjkl
  zxcvbnm qwertzuiopasdfghjklyxcvbnm azertyuiopqsdfghjklmwxcvbn qazwsxedcrfvtgbyhnujmikolp
  1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0
  a1b2c3d4e5f6g7h8i9j0`)

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '')

/**
 * Stems of 49,000 leaked passwords. They are loaded on first use, since reading takes about 70 ms.
 */
async function loadStems(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const stems = dictionary['passwords-common'].map(lettersOf).filter(({ length }) => length > 2)
  return new Set([...stems, ...phrases])
}
let loading: Promise<Set<string>> | undefined

function withoutSubstitutes(text: string): string {
  return text.replace(/[@431!0$57]/g, (sign) => 'aaeiiosst'['@431!0$57'.indexOf(sign)] ?? sign)
}

/** `abcabc` becomes `abc`. */
function withoutRepeats(text: string): string {
  const again = `${text}${text}`.indexOf(text, 1)
  return again < text.length ? text.slice(0, again) : text
}

/**
 * The letters alone, without surrounding digits and signs; with and without substitutions undone.
 */
function stemsOf(password: string): string[] {
  const bare = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const forms = [password, bare, withoutSubstitutes(bare), withoutSubstitutes(password)]
  return forms.map((form) => withoutRepeats(lettersOf(form)))
}

function isWalk(password: string): boolean {
  const once = withoutRepeats(password)
  return walks.some((walk) => {
    const back = [...walk].reverse().join('')
    return [walk + walk, back + back].some((way) => way.includes(once))
  })
}

const squeeze = (text: string) => text.toLowerCase().replace(/[\s._-]/g, '')

/**
 * Whether an attacker would guess the password early: a leaked one with added digits and signs,
 * substituted letters or repetition; a keyboard sequence; or little more than a name of the person
 * or the firm (OWASP ASVS 5.0, 6.2.4 and 6.2.11).
 */
export async function isWellKnown(
  password: string,
  names: readonly string[] = [],
): Promise<boolean> {
  loading ??= loadStems()
  const leaked = await loading
  const squeezed = squeeze(password)
  if (new Set(squeezed).size < 5 || isWalk(squeezed)) return true
  if (stemsOf(squeezed).some((stem) => leaked.has(stem))) return true
  return names
    .map(squeeze)
    .some((name) => name && squeezed.includes(name) && squeezed.replaceAll(name, '').length < 8)
}
