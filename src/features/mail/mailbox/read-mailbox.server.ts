import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImapFlow } from 'imapflow'
import { isFailure } from '#contract/failure.ts'
import type { Transaction } from '#server/database/open.ts'
import { errorCode } from '#server/error-code.ts'
import type { JobDependencies } from '#server/jobs/jobs.ts'
import { maxMailBytes, storeIntake } from '../incoming/intake.server.ts'
import * as box from '../incoming/position.server.ts'
import { readReduced } from './reduced-mail.server.ts'

/** Milliseconds. */
export type Pace = {
  renew: number
  look: number
  /**
   * After this long without data, the server is pinged; if it does not respond, the connection is
   * closed.
   */
  answer: number
  firstRetry: number
  lastRetry: number
}

const usualPace: Pace = {
  renew: 20_000,
  look: 300_000,
  answer: 30_000,
  firstRetry: 5_000,
  lastRetry: 300_000,
}

/** The number of days read again after the server has renumbered the mailbox. */
const daysReadAgain = 30

type Reading = {
  deps: JobDependencies
  imap: NonNullable<NonNullable<JobDependencies['config']['intake']>['imap']>
  name: string
  holder: string
  isOver(): boolean
}

/** The library is loaded only if a mailbox is configured. */
async function open({ imap, deps }: Reading, pace: Pace): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const { host, port, isSecure, mustEncrypt, user, password } = imap
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    auth: { user, pass: password },
    logger: false,
    // If undefined, STARTTLS is used where the server offers it.
    ...(mustEncrypt && { doSTARTTLS: true }),
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: pace.answer,
    autoIdleDelay: 100,
    maxIdleTime: usualPace.look,
    maxLiteralSize: 2 * maxMailBytes,
  })
  // Each error also closes the connection, which ends the read loop.
  client.on('error', (error: unknown) => {
    deps.log.warn({ event: 'mailbox_connection', code: errorCode(error) })
  })
  return client
}

type Listed = { uid: number; size?: number | undefined }

/** Mails with at least this UID that arrived since a moment, in order of their UIDs. */
async function list(client: ImapFlow, first: number, since?: Date): Promise<Listed[]> {
  const mails = new Map<number, Listed>()
  // `*` matches the last mail even if its UID is lower.
  for await (const { uid, size, internalDate } of client.fetch(
    `${first}:*`,
    { uid: true, size: true, internalDate: since !== undefined },
    { uid: true },
  )) {
    if (uid >= first && (!since || new Date(internalDate ?? '') >= since))
      mails.set(uid, { uid, size })
  }
  return [...mails.values()].sort((a, b) => a.uid - b.uid)
}

/**
 * Reads the mails of the last 30 days again, except those before the first connection; known mails
 * are dropped as duplicates. The new UIDs need not be in order of arrival.
 */
async function refetchAlways(
  reading: Reading,
  client: ImapFlow,
  { uidValidity, firstConnectedAt }: { uidValidity: number; firstConnectedAt: Date },
): Promise<number> {
  // A mail's time of arrival has a resolution of one second.
  const first = Math.floor(firstConnectedAt.getTime() / 1000) * 1000
  const since = new Date(Math.max(first, Date.now() - daysReadAgain * 86_400_000))
  // The search matches whole days in an unknown time zone.
  const found = await client.search(
    { since: new Date(since.getTime() - 86_400_000) },
    { uid: true },
  )
  if (!found || found.length === 0) return 0
  const again = await list(client, Math.min(...found), since)
  for (const mail of again) {
    if (reading.isOver()) return 0
    await readOne(reading, client, mail, uidValidity, async () => {})
  }
  return again.at(-1)?.uid ?? 0
}

/** Finds where reading continues. On the first connection, that is after all existing mail. */
async function findPosition(reading: Reading, client: ImapFlow): Promise<box.Position> {
  const { deps, name, holder, imap } = reading
  const opened = await client.mailboxOpen(imap.mailbox, { readOnly: true })
  const uidValidity = Number(opened.uidValidity)
  const stored = await box.readPosition(deps, name)
  if (stored?.uidValidity === uidValidity) return stored
  // The position is stored only afterwards, so that a lost connection leads to reading again.
  const lastRead = stored ? await refetchAlways(reading, client, { ...stored, uidValidity }) : 0
  const position = { uidValidity, lastUid: Math.max(lastRead, opened.uidNext - 1) }
  if (reading.isOver()) return position
  await box.begin(deps, name, holder, position)
  return position
}

async function readOne(
  reading: Reading,
  client: ImapFlow,
  { uid, size = 0 }: Listed,
  uidValidity: number,
  advance = (tx: Transaction) =>
    box.advance(tx, reading.name, reading.holder, { uidValidity, lastUid: uid }),
): Promise<void> {
  const { deps, name } = reading
  const origin = {
    source: 'imap' as const,
    sourceKey: `${name}:${uidValidity}:${uid}`,
    envelopeSender: null,
    envelopeRecipient: null,
  }
  await deps.diskSpace.assertSpace()
  const received = await deps.storage.receive(Math.min(size, maxMailBytes))
  try {
    if (size > maxMailBytes) {
      const reduced = await readReduced(client, { uid, size })
      // The mail was deleted in the meantime.
      if (!reduced) return deps.db.transaction(advance)
      await pipeline(Readable.from([reduced]), received.sink)
    } else {
      const max = { uid: true, maxBytes: maxMailBytes + 1 }
      const { content } = await client.download(`${uid}`, undefined, max)
      if (!content) return deps.db.transaction(advance)
      await pipeline(content, received.sink)
      // The server had reported another size, or none.
      const real = { uid, size: received.size() }
      if (real.size > maxMailBytes) return readOne(reading, client, real, uidValidity, advance)
    }
    await storeIntake(deps, received, origin, advance)
  } finally {
    await received.discard()
  }
}

async function readNew(reading: Reading, client: ImapFlow): Promise<void> {
  const { uidValidity, lastUid } = await findPosition(reading, client)
  for (const mail of await list(client, lastUid + 1)) {
    if (reading.isOver()) return
    await readOne(reading, client, mail, uidValidity)
  }
}

/** A code that contains no addresses, since the server's own text may contain some. */
function reasonOf(error: unknown): string {
  if (isFailure(error)) return error.code
  const { authenticationFailed, mailboxMissing, responseStatus } = error as Record<string, unknown>
  if (authenticationFailed) return 'login_refused'
  if (mailboxMissing || responseStatus === 'NO') return 'mailbox_refused'
  return errorCode(error).toLowerCase() || 'closed'
}

/** Reads until the connection or the lease is lost, or the product stops. */
async function readWhileConnected(
  reading: Reading,
  pace: Pace,
  { onStop, onRead }: { onStop: (stop: () => void) => void; onRead: () => void },
): Promise<void> {
  const { deps, name, holder } = reading
  const client = await open(reading, pace)
  const closed = Promise.withResolvers<void>()
  client.once('close', closed.resolve)
  let wake = () => {}
  client.on('exists', () => wake())
  onStop(() => client.close())
  let renewal: Promise<void> = Promise.resolve()
  const renewing = setInterval(() => {
    renewal = renewal.then(async () => {
      const isOurs = await box.takeLease(deps, name, holder).catch(() => false)
      if (!isOurs) client.close()
    })
  }, pace.renew)
  try {
    await client.connect()
    while (!reading.isOver()) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      await readNew(reading, client)
      await box.recordState(deps, name, holder)
      onRead()
      const timer = setTimeout(resolve, pace.look)
      await Promise.race([promise, closed.promise])
      clearTimeout(timer)
      if (!client.usable) throw new Error('The connection ended.')
    }
  } finally {
    clearInterval(renewing)
    client.close()
    // A renewal that arrives after the end of the lease would take it again.
    await renewal
  }
}

/**
 * Reads a mailbox that people may use at the same time: nothing is moved, flagged or deleted. A
 * lease ensures that only one instance reads.
 *
 * @returns a function that stops reading.
 */
export function startMailbox(deps: JobDependencies, pace = usualPace): () => Promise<void> {
  const imap = deps.config.intake?.imap
  if (!imap) return async () => {}
  const name = box.mailboxName(imap)
  const holder = randomUUID()
  let isStopped = false
  let stop = () => {}
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      stop = () => {
        clearTimeout(timer)
        resolve()
      }
      if (isStopped) stop()
    })
  const reading: Reading = { deps, imap, name, holder, isOver: () => isStopped }

  async function run(): Promise<void> {
    let retry = pace.firstRetry
    while (!isStopped) {
      try {
        if (!(await box.takeLease(deps, name, holder))) {
          // Retries as soon as the lease of a dead instance can expire.
          await wait(Math.min(pace.renew, (await box.leaseLeft(deps, name)) + 10))
          continue
        }
        await readWhileConnected(reading, pace, {
          onStop(end) {
            stop = end
            if (isStopped) end()
          },
          onRead() {
            retry = pace.firstRetry
          },
        })
      } catch (error) {
        if (isStopped) break
        const reason = reasonOf(error)
        deps.log.warn({ event: 'mailbox', reason })
        if (!(error instanceof box.LostLease)) {
          await box.recordState(deps, name, holder, reason).catch(() => {})
        }
        await wait(retry)
        retry = Math.min(2 * retry, pace.lastRetry)
      }
    }
    await box.endLease(deps, name, holder).catch(() => {})
  }

  const running = run()
  return async () => {
    isStopped = true
    stop()
    await running
  }
}
