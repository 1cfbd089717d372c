import { GoogleProblem } from '../connection/problems.server.ts'
import type { GoogleSession } from '../connection/session.server.ts'
import type { Plan } from './contract.ts'
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

/** How access to one resource is read, given and removed. */
export type Access = {
  list(): Promise<{ id?: string | null; email?: string | null }[]>
  give(email: string): Promise<unknown>
  remove(id: string): Promise<unknown>
}

/** A service besides its set-up. */
export type Service = {
  plan(client: ClientRow): Pick<Plan, 'creates' | 'shares'>
  /** Sentence for a resource that was deleted at Google. */
  gone: string
  isThere(session: GoogleSession, resourceId: string): Promise<boolean>
  /** Absent where nothing is shared. */
  access?(session: GoogleSession, resourceId: string): Access
  /** Removes everything that was made; resources that Google no longer has count as removed. */
  remove(session: GoogleSession, setup: SetupRow, clientEmail: string): Promise<void>
}

export function isProblem(error: unknown, ...kinds: GoogleProblem['kind'][]): boolean {
  return error instanceof GoogleProblem && kinds.includes(error.kind)
}

export async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isProblem(error, 'not_found')) return undefined
    throw error
  }
}
