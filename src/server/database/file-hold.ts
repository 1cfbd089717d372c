import { sql } from 'drizzle-orm'

/** Arbitrary lock number, not used elsewhere in the database. */
const FILE_HOLD = 7_314_003

/**
 * Keeps the files of deleted documents in storage across all instances, until the
 * connection ends. Take it before the snapshot whose files are to be read.
 */
export const holdFiles = `SELECT pg_advisory_lock_shared(${FILE_HOLD})`

/**
 * True while there is no hold on files. Check it in the same statement that selects the files to
 * remove: these were unowned before a later hold, and so before any snapshot under that hold.
 */
export const filesMayGo = sql.raw(`NOT EXISTS (
  SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND objid = ${FILE_HOLD} AND classid = 0 AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`)
