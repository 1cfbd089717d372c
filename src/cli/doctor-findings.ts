export const statuses = ['ok', 'warning', 'failed', 'not set'] as const

/** The result of one check, with the remedy. */
export type Finding = { check: string; status: (typeof statuses)[number]; words: string }

export const ok = (check: string, words: string): Finding => ({ check, status: 'ok', words })
export const warning = (check: string, words: string): Finding => ({
  check,
  status: 'warning',
  words,
})
export const failed = (check: string, words: string): Finding => ({
  check,
  status: 'failed',
  words,
})
/** The result of a check of something that is not configured, or cannot be checked from here. */
export const notSet = (check: string, words: string): Finding => ({
  check,
  status: 'not set',
  words,
})

/** Reduces an error to one line without parts that may contain a password or a host's response. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const codes = [code, responseCode].filter((part) => part !== undefined).join(' ')
  return codes || error.name
}

/** Turns an exception of a check into a failed finding. */
export async function runCheck(
  check: string,
  look: () => Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  try {
    return [await look()].flat()
  } catch (error) {
    return [failed(check, `could not be checked: ${reasonOf(error)}.`)]
  }
}

export function formatFinding({ status, check, words }: Finding): string {
  return `${status.padEnd(8)} ${check.padEnd(20)} ${words}`
}
