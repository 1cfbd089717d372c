import type { AuditAction } from '#contract/audit-actions.ts'
import { Failure } from '#contract/failure.ts'
import type { Transaction } from '#server/database/open.ts'
import { googleSetups as table } from '#server/database/schema.ts'
import { record } from '#server/service/audit.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { failureFor, GoogleProblem, sentenceFor } from '../connection/problems.server.ts'
import { type GoogleService, serviceNames } from '../connection/scopes.ts'
import { type GoogleSession, openSession } from '../connection/session.server.ts'
import { calendar } from './calendar.server.ts'
import { drive } from './drive.server.ts'
import { gmail } from './gmail.server.ts'
import {
  clientOf,
  isTarget,
  type Progress,
  release,
  type SetupRow,
  saveStep,
  setupOf,
  takeLease,
} from './records.server.ts'
import { sheets } from './sheets.server.ts'
import { isIn, type Made, removeAccess, type Service, type Work, without } from './step.server.ts'

export const services: Record<GoogleService, Service> = { drive, sheets, calendar, gmail }

type Target = { clientId: string; service: GoogleService }

function failureStateOf(error: unknown): Progress {
  if (error instanceof GoogleProblem) return { state: 'failed', reason: sentenceFor(error) }
  const reason = error instanceof Failure ? error.message : 'Something went wrong here.'
  return { state: 'failed', reason }
}

/** Runs steps of a set-up under its lease, then finishes and records it in one transaction. */
async function change<W, R>(
  context: SignedInContext,
  { clientId, service }: Target,
  action: AuditAction,
  work: (setup: SetupRow) => Promise<W>,
  finish: (tx: Transaction, setup: SetupRow, done: W) => Promise<R>,
  failed: (error: unknown) => Progress = failureStateOf,
): Promise<R> {
  const { db, user } = context
  const setup = await takeLease(context, clientId, service, user.id)
  try {
    const done = await work(setup)
    return await db.transaction(async (tx) => {
      const finished = await finish(tx, setup, done)
      await record(tx, user, { action, subject: 'google', clientId, details: { service } })
      return finished
    })
  } catch (error) {
    await release(db, setup, failed(error))
    throw error instanceof GoogleProblem ? failureFor(error) : error
  }
}

type Asked = { clientId: string; shareWithClient: boolean; clientEmail?: string }

/** Only the address on record gets access, so that a forged call cannot share with another. */
function refuseOtherAddress(stored: string, sent: string | undefined): void {
  if (sent === undefined || isIn([stored], sent)) return
  const sentence = 'This isn’t the client’s email address.'
  throw fieldFailure('clientEmail', sentence)
}

const isOtherAccount = ({ details }: SetupRow, { grant }: GoogleSession) =>
  details.accountId !== undefined && details.accountId !== grant.accountId

const leftBehind =
  'What another Google account made before stays there as it was shared. Take it back there.'

/** Sets up or repairs a service. Saves every step, so that an interrupted run can resume. */
export async function setUp(
  context: SignedInContext,
  service: GoogleService,
  { clientId, shareWithClient, clientEmail }: Asked,
  make: (work: Work) => Promise<Made>,
) {
  const { db } = context
  const client = await clientOf(db, clientId)
  refuseOtherAddress(client.email, clientEmail)
  const session = await openSession(context, service)
  const row = await change(
    context,
    { clientId, service },
    'google.set_up',
    async (setup) => {
      // Another account has none of these resources, so they are created again there.
      const isOther = isOtherAccount(setup, session)
      const { accountId } = session.grant
      const fresh = isOther && { folderIds: null, filters: null, labels: null }
      await saveStep(db, setup, { reason: null, details: { accountId, ...fresh } })
      const made = await make({
        session,
        client,
        settings: context.content.resolved(),
        setup: isOther ? { ...setup, resourceId: null, sharedWith: [], details: {} } : setup,
        share: shareWithClient,
        save: (progress) => saveStep(db, setup, progress),
      })
      if (isOther && setup.sharedWith.length > 0) made.warnings.push(leftBehind)
      return made
    },
    async (tx, setup, made) => {
      const done = await release(tx, setup, { ...made, state: 'done', step: null, reason: null })
      if (!done) throw new Failure('not_found', 'Client not found')
      return done
    },
  )
  const message = `Google ${serviceNames[service]} integration setup successfully`
  const previousAddresses = without(row.sharedWith, client.email)
  return { ...row, previousAddresses, success: true as const, message }
}

/**
 * Requires the account that created the resources, because another one would see them as deleted.
 */
async function openOwnSession(context: SignedInContext, setup: SetupRow): Promise<GoogleSession> {
  const session = await openSession(context, setup.service)
  if (!isOtherAccount(setup, session)) return session
  const sentence =
    'This was made with another Google account. Connect that account to take it back.'
  throw new Failure('conflict', sentence)
}

const success = { success: true } as const

export async function undo(context: SignedInContext, target: Target) {
  const { db } = context
  const client = await clientOf(db, target.clientId)
  const before = await setupOf(db, target)
  if (!before) return success
  const session = await openOwnSession(context, before)
  await change(
    context,
    target,
    'google.undone',
    (setup) => services[target.service].remove(session, setup, client.email),
    (tx) => tx.delete(table).where(isTarget(target)),
  )
  return success
}

/** Removes the access of a previous address. If that fails, the set-up stays as it is. */
export async function unshare(
  context: SignedInContext,
  { email, ...target }: Target & { email: string },
) {
  const { db } = context
  const client = await clientOf(db, target.clientId)
  const before = await setupOf(db, target)
  if (!before || !isIn(without(before.sharedWith, client.email), email)) {
    throw new Failure('not_found', 'This isn’t shared with that previous address.')
  }
  const session = await openOwnSession(context, before)
  await change(
    context,
    target,
    'google.unshared',
    async ({ resourceId }) => {
      const access = resourceId && services[target.service].access?.(session, resourceId)
      if (access) await removeAccess(access, email)
    },
    (tx, setup) => release(tx, setup, { sharedWith: without(setup.sharedWith, email) }),
    () => ({}),
  )
  return success
}
