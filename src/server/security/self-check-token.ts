import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Dependencies } from '../context.ts'
import type { Database } from '../database/open.ts'
import { chatSessions, inquiries, marks } from '../database/schema.ts'
import type { Encryption } from './encryption.ts'

/*
 * The product tries itself as a visitor would. What it leaves behind is known by a
 * token that only a server with the secret key can make, for one run that the database knows; so
 * no visitor can pass for the check and hide a message from the staff.
 */

/** Carries the token of a run; a chat carries it as the visitor's secret. */
export const checkHeader = 'x-self-check'

/** Chats of a check bear this address; a visitor who gives it is refused. */
export const checkAddress = 'self-check@localhost.invalid'

/** Messages of a check are quarantined for this reason, which nothing else sets. */
export const checkReason = 'self_check'

export const isCheckInquiry = sql`${checkReason} = any(${inquiries.quarantineReasons})`
export const isCheckChat = sql`${chatSessions.visitorEmail} = ${checkAddress}`

/** The mark of the run under way, and after how many seconds it counts as cut off. */
export const runToken = 'self-check.run'
export const longestRunSeconds = 120

const isFresh = gt(marks.at, sql`now() - make_interval(secs => ${longestRunSeconds})`)

/** `storageKey` is where the run keeps its file. */
export const CheckRun = z.object({ runId: z.string(), storageKey: z.string() })
export type CheckRun = z.output<typeof CheckRun>

const tokenPlace = 'self-check|run'

export function checkToken(
  { encryption }: Pick<Dependencies, 'encryption'>,
  { runId }: CheckRun,
): string {
  return encryption.encrypt(runId, tokenPlace)
}

/** The run that the database knows, under way or cut off. */
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

/** Lets the operator's doctor ask what a stranger may not know; good for a minute. */
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
 * The run of a check that a token belongs to; undefined for whatever anybody else sends, which is
 * then what any visitor sends.
 */
export async function checkRunOf(
  { db, encryption }: Pick<Dependencies, 'db' | 'encryption'>,
  token: string | null | undefined,
): Promise<CheckRun | undefined> {
  // Secrets of visitors hold no dot, so they cost nothing here.
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
