export type ContactValues = {
  name: string
  email: string
  company: string
  service: string
  message: string
  /** Honeypot, invisible to people. */
  website: string
}

/** Messages by field; each one blocks sending. */
export type ContactProblems = Record<string, string>

const emailShape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Trims every value; browsers send line breaks as CRLF. */
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

/** Whitespace counts as blank. The server decides which addresses are valid. */
export function problemsOf({ name, email, message }: ContactValues): ContactProblems {
  const problems: ContactProblems = {}
  if (!name) problems.name = 'Enter your name.'
  const wrongEmail = emailProblem(email)
  if (wrongEmail) problems.email = wrongEmail
  if (!message) problems.message = 'Write a message.'
  return problems
}

/** Expects a trimmed address. */
export function emailProblem(email: string): string | undefined {
  if (!email) return 'Enter your email address.'
  return emailShape.test(email)
    ? undefined
    : 'Enter a complete email address, such as name@company.com.'
}

/** Clears the changed field's error once it is valid; other errors stay. */
export function withoutMended(
  before: ContactProblems,
  changed: string,
  now: ContactProblems,
): ContactProblems {
  if (!(changed in before) || changed in now) return before
  return Object.fromEntries(Object.entries(before).filter(([name]) => name !== changed))
}

export function fieldsOf(error: unknown): ContactProblems {
  return error instanceof Error && 'fields' in error && isFieldMap(error.fields) ? error.fields : {}
}

function isFieldMap(fields: unknown): fields is ContactProblems {
  return typeof fields === 'object' && fields !== null
}
