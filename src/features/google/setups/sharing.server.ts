import { Failure } from '../../../contract/failure.ts'
import { record } from '../../../server/audit.ts'
import type { SignedInContext } from '../../../server/context.ts'
import { failureFor, GoogleProblem } from '../connection/problems.server.ts'
import type { GoogleService } from '../connection/scopes.ts'
import { type GoogleSession, openSession } from '../connection/session.server.ts'
import { clientOf, hold, letGo, type SetupRow, setupOf } from './records.server.ts'
import { type Made, shareOrWarn, type Work } from './step.server.ts'

export const isSameAddress = (one: string | null | undefined, other: string) =>
  one?.toLowerCase() === other.toLowerCase()

export function previousAddresses(sharedWith: readonly string[], email: string): string[] {
  return sharedWith.filter((address) => !isSameAddress(address, email))
}

/**
 * Gives the client's address access and removes that of previous addresses. Changes nothing unless
 * sharing is requested.
 */
export async function keepShare(
  { setup, client: { email }, share, save }: Work,
  access: {
    has: (email: string) => boolean
    give: (email: string) => Promise<unknown>
    take: (email: string) => Promise<unknown>
  },
): Promise<Pick<Made, 'sharedWith' | 'warnings'>> {
  const before = setup.sharedWith
  if (!share) return { sharedWith: before, warnings: [] }
  const previous = previousAddresses(before, email)
  // Saved before access is granted: a lost answer must not hide who has access.
  await save({ sharedWith: [...previous, email] })
  const given = access.has(email)
    ? { sharedWith: [email], warnings: [] }
    : await shareOrWarn(email, () => access.give(email))
  for (const address of previous) await access.take(address)
  return given
}

/** Another account would see the resource as deleted. */
export function refuseOtherAccount({ details }: SetupRow, { grant }: GoogleSession): void {
  if (details.accountId === undefined || details.accountId === grant.accountId) return
  throw new Failure(
    'conflict',
    'This was made with another Google account. Connect that account to take it back.',
  )
}

/**
 * Removes the access of a previous address.
 *
 * @throws Failure; the set-up then stays as it is.
 */
export async function unshare(
  context: SignedInContext,
  { clientId, service, email }: { clientId: string; service: GoogleService; email: string },
  take: (session: GoogleSession, setup: SetupRow, email: string) => Promise<unknown>,
): Promise<void> {
  const { db, user } = context
  const client = await clientOf(db, clientId)
  const before = await setupOf(db, clientId, service)
  const previous = previousAddresses(before?.sharedWith ?? [], client.email)
  if (!before || !previous.some((address) => isSameAddress(address, email))) {
    throw new Failure('not_found', 'This is not shared with a previous address of that name.')
  }
  const session = await openSession(context, service)
  refuseOtherAccount(before, session)
  const setup = await hold(context, clientId, service, user.id)
  try {
    await take(session, setup, email)
  } catch (error) {
    await letGo(db, setup, {})
    throw error instanceof GoogleProblem ? failureFor(error) : error
  }
  await db.transaction(async (tx) => {
    const sharedWith = setup.sharedWith.filter((address) => !isSameAddress(address, email))
    await letGo(tx, setup, { sharedWith })
    await record(tx, user, {
      action: 'google.unshared',
      subject: 'google',
      clientId,
      details: { service },
    })
  })
}
