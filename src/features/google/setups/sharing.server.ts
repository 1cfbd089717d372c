import { GoogleProblem, sentenceFor } from '../connection/problems.server.ts'
import { type Access, ifThere, isProblem, type Made, type Work } from './step.server.ts'

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
 * Gives the client's address access and removes that of previous addresses. Changes nothing unless
 * sharing is requested. A refusal by the organisation's policy becomes a warning, because the
 * resource is useful even when it is not shared.
 */
export async function updateAccess(
  { setup: { sharedWith }, client: { email }, share, save }: Work,
  access: Access,
): Promise<Pick<Made, 'sharedWith' | 'warnings'>> {
  if (!share) return { sharedWith, warnings: [] }
  const previous = without(sharedWith, email)
  const present = await access.list()
  // Saved before access is granted: a lost answer must not hide who has access.
  await save({ sharedWith: [...previous, email] })
  const given = { sharedWith: [email], warnings: [] as string[] }
  try {
    if (!present.some((one) => isSameAddress(one.email, email))) await access.give(email)
  } catch (error) {
    if (isProblem(error, 'shared_without_mail')) {
      given.warnings = [`Shared with ${email}, but Google sent no mail.`]
    } else if (error instanceof GoogleProblem && isProblem(error, 'forbidden', 'invalid')) {
      given.sharedWith = []
      given.warnings = [`Not shared with ${email}. ${sentenceFor(error)}`]
    } else throw error
  }
  for (const address of previous) await removeAccess(access, address)
  return given
}
