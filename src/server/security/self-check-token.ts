import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Dependencies } from '../context.ts'
import type { Database } from '../database/open.ts'
import { chatSessions, inquiries, marks } from '../database/schema.ts'
import type { Encryption } from './encryption.ts'

/*
 * The self-check acts as a visitor would. Its traces are recognised by a token that only a server
 * with the secret key can make, for one run that the database knows; so no visitor can pass for the
 * check and hide a message from the staff.
 */

/** Header with a run's token; chats carry it as the visitor's secret. */
export const checkHeader = 'x-self-check'

/** Visitor address of self-check chats; refused from real visitors. */
export const checkAddress = 'self-check@localhost.invalid'

/** Quarantine reason of self-check messages, set by nothing else. */
export const checkReason = 'self_check'

export const isCheckInquiry = sql`${checkReason} = any(${inquiries.quarantineReasons})`
export const isCheckChat = sql`${chatSessions.visitorEmail} = ${checkAddress}`

/** Mark of the current run, and seconds after which it counts as interrupted. */
export const runToken = 'self-check.run'
export const longestRunSeconds = 120

const isFresh = gt(marks.at, sql`now() - make_interval(secs => ${longestRunSeconds})`)

/** `storageKey` is the storage key of the run's file. */
export const CheckRun = z.object({ runId: z.string(), storageKey: z.string() })
export type CheckRun = z.output<typeof CheckRun>

const tokenPlace = 'self-check|run'

export function checkToken(
  { encryption }: Pick<Dependencies, 'encryption'>,
  { runId }: CheckRun,
): string {
  return encryption.encrypt(runId, tokenPlace)
}

/** The recorded run, current or interrupted. */
export async function findRun(
  db: Database,
  where: SQL | undefined = undefined,
): Promise<CheckRun | undefined> {
  const [found] = await db
    .select({ value: marks.value })
    .from(marks)
    .where(and(eq(marks.name, runToken), where))
  return CheckRun.safeParse(found?.value).data
}

const doctorPlace = 'self-check|doctor'
const doctorMs = 60_000

/** Gives the operator's doctor details that strangers may not see; valid for a minute. */
export const doctorToken = (encryption: Encryption) =>
  encryption.encrypt(String(Date.now()), doctorPlace)

export function isDoctor(
  { encryption }: Pick<Dependencies, 'encryption'>,
  token: string | undefined,
): boolean {
  try {
    return Math.abs(Date.now() - Number(encryption.decrypt(token ?? '', doctorPlace))) < doctorMs
  } catch {
    return false
  }
}

/**
 * The current run that a token belongs to; undefined for any other token, which then counts as an
 * ordinary visitor's.
 */
export async function checkRunOf(
  { db, encryption }: Pick<Dependencies, 'db' | 'encryption'>,
  token: string | null | undefined,
): Promise<CheckRun | undefined> {
  // Visitors' secrets contain no dot, so they skip decryption.
  if (!token?.includes('.')) return undefined
  let runId: string
  try {
    runId = encryption.decrypt(token, tokenPlace)
  } catch {
    return undefined
  }
  const run = await findRun(db, isFresh)
  return run?.runId === runId ? run : undefined
}
