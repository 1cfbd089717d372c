import { GoogleProblem, sentenceFor } from '../connection/problems.server.ts'
import type { GoogleSession } from '../connection/session.server.ts'
import type { ClientRow, Progress, SetupRow } from './records.server.ts'

export type Work = {
  session: GoogleSession
  client: ClientRow
  setup: SetupRow
  share: boolean
  save(progress: Progress): Promise<void>
}

export type Made = {
  resourceId: string
  url: string
  sharedWith: string[]
  warnings: string[]
}

export function isProblem(error: unknown, ...kinds: GoogleProblem['kind'][]): boolean {
  return error instanceof GoogleProblem && kinds.includes(error.kind)
}

/**
 * Turns a refusal by the organisation's policy into a warning, because the resource is useful even
 * when it is not shared.
 */
export async function shareOrWarn(
  email: string,
  share: () => Promise<unknown>,
): Promise<Pick<Made, 'sharedWith' | 'warnings'>> {
  try {
    await share()
    return { sharedWith: [email], warnings: [] }
  } catch (error) {
    if (isProblem(error, 'shared_without_mail')) {
      return { sharedWith: [email], warnings: [`Shared with ${email}, but Google sent no mail.`] }
    }
    if (error instanceof GoogleProblem && ['forbidden', 'invalid'].includes(error.kind)) {
      return { sharedWith: [], warnings: [`Not shared with ${email}. ${sentenceFor(error)}`] }
    }
    throw error
  }
}

export async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isProblem(error, 'not_found')) return undefined
    throw error
  }
}
