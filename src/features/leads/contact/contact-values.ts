export type ContactValues = {
  name: string
  email: string
  company: string
  service: string
  message: string
  /** The honeypot: people never see it. */
  website: string
}

/** One sentence per field that keeps the message from being sent. */
export type ContactProblems = Record<string, string>

const emailShape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** What the form holds now, every value trimmed. A browser sends its line breaks as CRLF. */
export function readContact(data: FormData): ContactValues {
  const text = (name: keyof ContactValues) =>
    String(data.get(name) ?? '')
      .replaceAll('\r\n', '\n')
      .trim()
  return {
    name: text('name'),
    email: text('email'),
    company: text('company'),
    service: text('service'),
    message: text('message'),
    website: text('website'),
  }
}

/** Whitespace alone counts as blank; the server has the last word on what an address is. */
export function problemsOf({ name, email, message }: ContactValues): ContactProblems {
  const problems: ContactProblems = {}
  if (!name) problems.name = 'Enter your name.'
  const wrongEmail = emailProblem(email)
  if (wrongEmail) problems.email = wrongEmail
  if (!message) problems.message = 'Write a message.'
  return problems
}

/** What is wrong with a trimmed address, if anything is. */
export function emailProblem(email: string): string | undefined {
  if (!email) return 'Enter your email address.'
  return emailShape.test(email)
    ? undefined
    : 'Enter a complete email address, such as name@company.com.'
}

/** A field just changed loses its error once nothing is wrong with it; all others keep theirs. */
export function withoutMended(
  before: ContactProblems,
  changed: string,
  now: ContactProblems,
): ContactProblems {
  if (!(changed in before) || changed in now) return before
  return Object.fromEntries(Object.entries(before).filter(([name]) => name !== changed))
}

/** The fields a refused submission names. */
export function fieldsOf(error: unknown): ContactProblems {
  return error instanceof Error && 'fields' in error && isFieldMap(error.fields) ? error.fields : {}
}

function isFieldMap(fields: unknown): fields is ContactProblems {
  return typeof fields === 'object' && fields !== null
}
