import { inArray } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Database } from '../database/open.ts'
import { storedState } from '../database/schema.ts'
import { openSource } from './source.ts'

type Outcome = 'succeeded' | 'failed'

/** A backup is due every night, so something is wrong when there was none for this long. */
const maxAgeHours = 48

/** Records how a backup ended, for the product and the doctor to read. */
export async function recordBackup(config: Config, outcome: Outcome): Promise<void> {
  const { connection, close } = await openSource(config)
  try {
    await connection.query(
      `INSERT INTO public.stored_state (name, at) VALUES ($1, now())
      ON CONFLICT (name) DO UPDATE SET at = excluded.at`,
      [`backup.${outcome}`],
    )
  } finally {
    await close()
  }
}

export type BackupState = {
  state: 'good' | 'failed' | 'overdue' | 'none'
  succeededAt: Date | undefined
  /** When the last backup failed; undefined when it succeeded. */
  failedAt: Date | undefined
}

/** Reads the state of backups, which is `overdue` when the last good one is older than 48 hours. */
export async function readBackupState(
  db: Pick<Database, 'select'>,
  now = new Date(),
): Promise<BackupState> {
  const names = ['backup.succeeded', 'backup.failed'] as const
  const rows = await db
    .select()
    .from(storedState)
    .where(inArray(storedState.name, [...names]))
  const [succeededAt, failed] = names.map((name) => rows.find((row) => row.name === name)?.at)
  const failedAt = failed && (!succeededAt || failed > succeededAt) ? failed : undefined
  const isOld = succeededAt && now.getTime() - succeededAt.getTime() > maxAgeHours * 60 * 60 * 1000
  const state = failedAt ? 'failed' : isOld ? 'overdue' : succeededAt ? 'good' : 'none'
  return { state, succeededAt, failedAt }
}
