import { addressProblem, isAddress, toAsciiDomain } from '#contract/email-address.ts'
import { trimmed } from '#contract/visible-text.ts'

/** `website` is a honeypot, invisible to people. */
const fields = ['name', 'email', 'company', 'service', 'message', 'website'] as const
export type ContactValues = Record<(typeof fields)[number], string>

/** Messages by field. Each one blocks sending. */
export type ContactProblems = Record<string, string>

/** Trims every value and normalizes line breaks, which browsers send as CRLF. */
export function readTexts<N extends string>(data: FormData, names: readonly N[]) {
  const text = (name: N) => String(data.get(name) ?? '').replaceAll('\r\n', '\n')
  return Object.fromEntries(names.map((name) => [name, trimmed(text(name))])) as Record<N, string>
}

export function readContact(data: FormData): ContactValues {
  return readTexts(data, fields)
}

/** Checks values returned by `readContact`. Only the server decides which addresses are valid. */
export function problemsOf({ message, ...visitor }: ContactValues): ContactProblems {
  return { ...visitorProblems(visitor), ...(!message && { message: 'Write a message.' }) }
}

/** The two fields that both public forms require. */
export function visitorProblems({ name, email }: { name: string; email: string }): ContactProblems {
  const wrongEmail = emailProblem(email)
  return {
    ...(!name && { name: 'Enter your name.' }),
    ...(wrongEmail && { email: wrongEmail }),
  }
}

/** The address must be trimmed. */
export function emailProblem(email: string): string | undefined {
  if (!email) return 'Enter your email address.'
  const address = toAsciiDomain(email)
  if (isAddress(address)) return undefined
  return addressProblem(address, 'Enter a complete email address, such as name@company.com.')
}

/** Removes the changed field's error once it is valid. Other errors stay. */
export function withoutFixed(
  before: ContactProblems,
  changed: string,
  now: ContactProblems,
): ContactProblems {
  if (!(changed in before) || changed in now) return before
  return Object.fromEntries(Object.entries(before).filter(([name]) => name !== changed))
}

export function fieldsOf(error: unknown): ContactProblems {
  return (error as { fields?: ContactProblems } | null | undefined)?.fields ?? {}
}
