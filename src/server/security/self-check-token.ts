import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Dependencies } from '../context.ts'
import type { Database } from '../database/open.ts'
import { chatSessions, inquiries, storedState } from '../database/schema.ts'
import type { Encryption } from './encryption.ts'

/*
 * Only a server with the secret key can make the token of a run, so no visitor can pass for the
 * check and hide a message from the staff.
 */

export const checkHeader = 'x-self-check'

/** Refused from real visitors. */
export const checkAddress = 'self-check@localhost.invalid'

export const checkReason = 'self_check'

export const isCheckInquiry = sql`${checkReason} = any(${inquiries.quarantineReasons})`
export const isCheckChat = sql`${chatSessions.visitorEmail} = ${checkAddress}`

/** The name of the run's row, and seconds after which it counts as interrupted. */
export const runToken = 'self-check.run'
export const longestRunSeconds = 120

/** Of a run that is not interrupted. */
export const isFresh = gt(storedState.at, sql`now() - make_interval(secs => ${longestRunSeconds})`)

export const CheckRun = z.object({ runId: z.string(), storageKey: z.string() })
export type CheckRun = z.output<typeof CheckRun>

const tokenContext = 'self-check|run'

export function checkToken(
  { encryption }: Pick<Dependencies, 'encryption'>,
  { runId }: CheckRun,
): string {
  return encryption.encrypt(runId, tokenContext)
}

export async function findRun(
  db: Database,
  where: SQL | undefined = undefined,
): Promise<CheckRun | undefined> {
  const [found] = await db
    .select({ value: storedState.value })
    .from(storedState)
    .where(and(eq(storedState.name, runToken), where))
  return CheckRun.safeParse(found?.value).data
}

const doctorContext = 'self-check|doctor'
const doctorMs = 60_000

/** Shows the operator's doctor more details; valid for a minute. */
export const doctorToken = (encryption: Encryption) =>
  encryption.encrypt(String(Date.now()), doctorContext)

export function isDoctor(
  { encryption }: Pick<Dependencies, 'encryption'>,
  token: string | undefined,
): boolean {
  try {
    return Math.abs(Date.now() - Number(encryption.decrypt(token ?? '', doctorContext))) < doctorMs
  } catch {
    return false
  }
}

/** Undefined for any other token, which then counts as an ordinary visitor's. */
export async function checkRunOf(
  { db, encryption }: Pick<Dependencies, 'db' | 'encryption'>,
  token: string | null | undefined,
): Promise<CheckRun | undefined> {
  // Visitors' secrets contain no dot.
  if (!token?.includes('.')) return undefined
  let runId: string
  try {
    runId = encryption.decrypt(token, tokenContext)
  } catch {
    return undefined
  }
  const run = await findRun(db, isFresh)
  return run?.runId === runId ? run : undefined
}
