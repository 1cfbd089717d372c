import { sql } from 'drizzle-orm'

/** Any number that nothing else in the database locks on. */
const FILE_HOLD = 7_314_003

/**
 * Keeps the files of deleted documents in storage until released or until the connection ends,
 * across all instances. Take it before the snapshot whose files are to be read.
 */
export const holdFiles = `SELECT pg_advisory_lock_shared(${FILE_HOLD})`
export const releaseFiles = `SELECT pg_advisory_unlock_shared(${FILE_HOLD})`

/**
 * True while nobody holds the files. Ask in the very statement that tells which files may go: what
 * it finds was unowned before a later hold, and so before any snapshot under that hold.
 */
export const filesMayGo = sql.raw(`NOT EXISTS (
  SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND objid = ${FILE_HOLD} AND classid = 0 AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`)
