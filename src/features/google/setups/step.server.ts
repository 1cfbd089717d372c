import type { SiteSettings } from '#contract/settings/document.ts'
import { GoogleProblem, sentenceFor } from '../connection/problems.server.ts'
import type { GoogleSession } from '../connection/session.server.ts'
import type { Plan } from './contract.ts'
import type { ClientRow, Progress, SetupRow } from './records.server.ts'

export type Work = {
  session: GoogleSession
  client: ClientRow
  settings: SiteSettings
  setup: SetupRow
  share: boolean
  save(progress: Progress): Promise<void>
}

export type Made = { resourceId: string; url: string; sharedWith: string[]; warnings: string[] }

export type Access = {
  list(): Promise<{ id?: string | null; email?: string | null }[]>
  give(email: string): Promise<unknown>
  remove(id: string): Promise<unknown>
}

export type Service = {
  plan(client: ClientRow, settings: SiteSettings): Pick<Plan, 'creates' | 'shares'>
  gone: string
  isThere(session: GoogleSession, resourceId: string): Promise<boolean>
  /** Absent if nothing is shared. */
  access?(session: GoogleSession, resourceId: string): Access
  /** Removes everything that was created. Resources that Google no longer has count as removed. */
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

const isSameAddress = (one: string | null | undefined, other: string) =>
  one?.toLowerCase() === other.toLowerCase()

export const isIn = (addresses: readonly string[], email: string) =>
  addresses.some((address) => isSameAddress(address, email))

export const without = (addresses: readonly string[], email: string) =>
  addresses.filter((address) => !isSameAddress(address, email))

export async function removeAccess(access: Access, address: string): Promise<void> {
  for (const { id, email } of (await ifThere(access.list())) ?? []) {
    if (id && isSameAddress(email, address)) await ifThere(access.remove(id))
  }
}

/**
 * If sharing is requested, gives the client's address access and removes that of previous ones. A
 * refusal by the organization's policy is only a warning.
 */
export async function updateAccess(
  { setup: { sharedWith }, client: { email }, share, save }: Work,
  access: Access,
): Promise<Pick<Made, 'sharedWith' | 'warnings'>> {
  if (!share) return { sharedWith, warnings: [] }
  const previous = without(sharedWith, email)
  const present = await access.list()
  // Saved before access is granted, because a lost response must not hide who has access.
  await save({ sharedWith: [...previous, email] })
  const given = { sharedWith: [email], warnings: [] as string[] }
  try {
    if (!present.some((one) => isSameAddress(one.email, email))) await access.give(email)
  } catch (error) {
    if (isProblem(error, 'shared_without_mail')) {
      given.warnings = [`Shared with ${email}, but Google sent no email.`]
    } else if (error instanceof GoogleProblem && isProblem(error, 'forbidden', 'invalid')) {
      given.sharedWith = []
      given.warnings = [`Not shared with ${email}. ${sentenceFor(error)}`]
    } else throw error
  }
  for (const address of previous) await removeAccess(access, address)
  return given
}
