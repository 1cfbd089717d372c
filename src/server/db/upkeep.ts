import type { Embedded } from './embedded.ts'

/** Write-ahead log in bytes after which a checkpoint is due: it bounds the disk and a reopening. */
const LOG_LIMIT = 32 * 1024 * 1024

/**
 * Does for the embedded database what PostgreSQL does with background processes, which the engine
 * does not have: without it the write-ahead log grows for ever (160 MB after 200,000 rows of 640 bytes),
 * dead rows stay and the planner works without statistics. One step per `interval` milliseconds.
 * @returns stops it.
 */
export function startUpkeep(
  embedded: Embedded,
  onFailure: (error: unknown) => void,
  interval = 60_000,
): () => void {
  const timer = setInterval(() => upkeep(embedded).catch(onFailure), interval)
  timer.unref()
  return () => clearInterval(timer)
}

/** One step: the table that needs it most is vacuumed; a checkpoint when much was written. */
export async function upkeep(embedded: Embedded): Promise<void> {
  // The thresholds of autovacuum: 50 rows and a tenth (analyze) or a fifth (vacuum) of the table.
  const due = await embedded.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, relname) AS name
     FROM pg_stat_user_tables
     WHERE n_mod_since_analyze > 50 + 0.1 * n_live_tup
        OR n_dead_tup > 50 + 0.2 * n_live_tup
     ORDER BY n_mod_since_analyze + n_dead_tup DESC
     LIMIT 1`,
  )
  if (due.rows[0]) await embedded.exec(`VACUUM (ANALYZE) ${due.rows[0].name}`)

  // Last, because vacuuming writes to the log as well.
  const log = await embedded.query<{ bytes: number }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 AS bytes
     FROM pg_control_checkpoint()`,
  )
  if ((log.rows[0]?.bytes ?? 0) > LOG_LIMIT) await embedded.exec('CHECKPOINT')
}
