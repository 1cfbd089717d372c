import { sql } from 'drizzle-orm'

const FILE_HOLD = 7_314_003

/** Take this lock before the snapshot: no instance then removes files until the connection ends. */
export const holdFiles = `SELECT pg_advisory_lock_shared(${FILE_HOLD})`

/**
 * Check this in the statement that selects the files to remove, so that a lock taken later is
 * harmless.
 */
export const noFileHold = sql.raw(`NOT EXISTS (
  SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND objid = ${FILE_HOLD} AND classid = 0 AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`)
