import { constants, cpSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { type ParserOptions, PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { ErrorFields, Reply, Request, WorkerOptions } from './embedded-protocol.ts'

const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs as a worker thread only')

const say = (reply: Reply) => port.postMessage(reply)
const asText = (value: string) => value

/**
 * PGlite zeroes its shared buffers at start, so their default of 128 MB is resident at once; 32 MB
 * brought an open database from 297 to 191 MB (mean of three).
 */
const settings = ['-c', 'shared_buffers=32MB', '-c', 'max_wal_size=128MB']

const { directory } = workerData as WorkerOptions

try {
  const database = await PGlite.create({
    dataDir: directory,
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, ...settings],
    // For a new cluster: the log comes in files of 1 MB, not 16, and a copy is 15 MB smaller.
    initDbStartParams: ['--wal-segsize=1'],
  })
  // One after the other in the order of arrival: the main thread relies on it.
  let previous: Promise<void> = Promise.resolve()
  port.on('message', (request: Request) => {
    previous = previous.then(() => answer(database, request))
  })
  say({ kind: 'ready' })
} catch (error) {
  say({ kind: 'fatal', error: describe(error) })
  port.close()
}

async function answer(database: PGlite, request: Request): Promise<void> {
  try {
    say({ kind: 'result', id: request.id, result: await perform(database, request) })
  } catch (error) {
    say({ kind: 'error', id: request.id, error: describe(error) })
    if (isDead(error)) say({ kind: 'fatal', error: describe(error) })
  }
  if (request.kind === 'close') port?.close()
}

function perform(database: PGlite, request: Request): Promise<unknown> {
  if (request.kind === 'close') return database.close()
  if (request.kind === 'exec') return database.exec(request.sql)
  if (request.kind === 'copy') return copy(database, request.to)
  const parsers: ParserOptions = {}
  for (const type of request.raw) parsers[type] = asText
  return database.query(request.sql, request.params, { rowMode: request.rowMode, parsers })
}

/**
 * Nothing else writes to the directory while this thread copies it, so the copy is what a kill at
 * this moment would leave: whole transactions only. The checkpoint spares it the recovery.
 */
async function copy(database: PGlite, to: string): Promise<void> {
  await database.exec('CHECKPOINT')
  cpSync(directory, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** After a panic or a trap in WebAssembly the engine is gone, though this thread lives on. */
function isDead(error: unknown): boolean {
  if (error instanceof WebAssembly.RuntimeError) return true
  if (!(error instanceof Error)) return typeof error === 'object' && error !== null
  if (error.name === 'ExitStatus') return true
  return 'severity' in error && (error.severity === 'PANIC' || error.severity === 'FATAL')
}

/** PGlite hangs the statement and all its parameters on an error; they would end in logs. */
function describe(error: unknown): ErrorFields {
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  const from = error as Partial<ErrorFields>
  return {
    message: from.message ?? 'unknown failure',
    code: from.code,
    severity: from.severity,
    detail: from.detail,
    hint: from.hint,
    position: from.position,
    where: from.where,
    schema: from.schema,
    table: from.table,
    column: from.column,
    dataType: from.dataType,
    constraint: from.constraint,
    routine: from.routine,
  }
}
