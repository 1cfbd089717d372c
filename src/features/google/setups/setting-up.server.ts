import { Failure } from '../../../contract/failure.ts'
import { record } from '../../../server/audit.ts'
import type { Dependencies, SignedInContext } from '../../../server/context.ts'
import { failureFor, GoogleProblem, sentenceFor } from '../connection/problems.server.ts'
import { type GoogleService, serviceNames } from '../connection/scopes.ts'
import { openSession } from '../connection/session.server.ts'
import {
  clientOf,
  forget,
  hold,
  letGo,
  type SetupRow,
  saveStep,
  setupOf,
} from './records.server.ts'
import { previousAddresses, refuseOtherAccount } from './sharing.server.ts'
import type { Made, Work } from './step.server.ts'

type Asked = { clientId: string; shareWithClient: boolean; clientEmail?: string }

/** Only the address on record gets access: a forged call must not share with a stranger. */
function refuseOtherAddress(stored: string, sent: string | undefined): void {
  if (sent === undefined || sent.toLowerCase() === stored.toLowerCase()) return
  throw new Failure('invalid_input', 'This is not the e-mail address of the client.', {
    fields: { clientEmail: 'This is not the e-mail address of the client.' },
  })
}

const leftBehind =
  'What another Google account made before stays there as it was shared. Take it back there.'

async function tell(
  deps: Dependencies,
  row: Pick<SetupRow, 'clientId' | 'service'>,
  error: unknown,
) {
  if (error instanceof GoogleProblem) {
    await letGo(deps.db, row, { state: 'failed', reason: sentenceFor(error) })
    return failureFor(error)
  }
  const reason = error instanceof Failure ? error.message : 'Something went wrong here.'
  await letGo(deps.db, row, { state: 'failed', reason })
  return error
}

/**
 * Sets up or repairs a service for a client. Every step is saved before the next, so that an
 * interrupted run can resume.
 *
 * @throws Failure
 */
export async function setUp(
  context: SignedInContext,
  service: GoogleService,
  { clientId, shareWithClient, clientEmail }: Asked,
  make: (work: Work) => Promise<Made>,
) {
  const { db, user } = context
  const client = await clientOf(db, clientId)
  refuseOtherAddress(client.email, clientEmail)
  const session = await openSession(context, service)
  const setup = await hold(context, clientId, service, user.id)
  try {
    // Another account has none of these resources, so they are created again there.
    const isOtherAccount =
      setup.details.accountId !== undefined && setup.details.accountId !== session.grant.accountId
    const known = isOtherAccount
      ? { ...setup, resourceId: null, sharedWith: [], details: {} }
      : setup
    await saveStep(db, setup, {
      reason: null,
      details: {
        accountId: session.grant.accountId,
        ...(isOtherAccount && { folderIds: null, filters: null, labels: null }),
      },
    })
    const save: Work['save'] = (progress) => saveStep(db, setup, progress)
    const made = await make({ session, client, setup: known, share: shareWithClient, save })
    if (isOtherAccount && setup.sharedWith.length > 0) made.warnings.push(leftBehind)
    const row = await db.transaction(async (tx) => {
      const ended = await letGo(tx, setup, { ...made, state: 'done', step: null, reason: null })
      if (!ended) throw new Failure('not_found', 'Client not found')
      await record(tx, user, {
        action: 'google.set_up',
        subject: 'google',
        clientId,
        details: { service },
      })
      return ended
    })
    const message = `Google ${serviceNames[service]} integration setup successfully`
    const previous = previousAddresses(row.sharedWith, client.email)
    return { ...row, previousAddresses: previous, success: true as const, message }
  } catch (error) {
    throw await tell(context, setup, error)
  }
}

/** Resources that Google no longer has count as removed. */
export async function undo(
  context: SignedInContext,
  service: GoogleService,
  clientId: string,
  remove: (
    session: Awaited<ReturnType<typeof openSession>>,
    setup: SetupRow,
    email: string,
  ) => Promise<void>,
): Promise<void> {
  const { db, user } = context
  const client = await clientOf(db, clientId)
  const before = await setupOf(db, clientId, service)
  if (!before) return
  const session = await openSession(context, service)
  refuseOtherAccount(before, session)
  const setup = await hold(context, clientId, service, user.id)
  try {
    await remove(session, setup, client.email)
  } catch (error) {
    throw await tell(context, setup, error)
  }
  await db.transaction(async (tx) => {
    await forget(tx, setup)
    await record(tx, user, {
      action: 'google.undone',
      subject: 'google',
      clientId,
      details: { service },
    })
  })
}
