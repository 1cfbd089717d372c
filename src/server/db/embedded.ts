import { Worker } from 'node:worker_threads'
import type { PGlite, QueryOptions, Results } from '@electric-sql/pglite'
import { checkout } from '../checkout.ts'
import type { ErrorFields, Reply, Request, Statement, WorkerOptions } from './embedded-protocol.ts'
import { Turns } from './turns.ts'

/** A query and its result have the shapes of PGlite, whose Drizzle driver sits on top. */
export type EmbeddedConnection = {
  query<T>(sql: string, params?: unknown[], options?: QueryOptions): Promise<Results<T>>
  exec(sql: string): Promise<Results[]>
}

export type Embedded = EmbeddedConnection & {
  /** Runs `work` alone on the connection; commits when it resolves, rolls back when it throws. */
  transaction<T>(work: (connection: EmbeddedConnection) => Promise<T>): Promise<T>
  /** Copies the database as of one moment to a new directory; every statement waits meanwhile. */
  copy(to: string): Promise<void>
  /** Statements that were sent and not answered, and whoever waits for their turn to send one. */
  waiting(): number
  /** Calls `listener` once if the engine dies without having been closed. */
  onCrash(listener: (error: Error) => void): void
  /** Waits for what is running, writes a checkpoint and ends the thread. */
  close(): Promise<void>
}

export type EmbeddedOptions = {
  /** Milliseconds a transaction may rest between two statements; then it is rolled back. */
  idleTransactionLimit?: number
}

/**
 * Statements that may wait for the engine: some seconds of its work. More of them would only make
 * everybody wait longer, and PostgreSQL says the same with this code (too_many_connections).
 */
const mostWaiting = 2_000
const tooMany = () =>
  toError({ code: '53300', message: 'Too many statements wait for the database' })

/** Runs in its thread as it is written, also beside a bundle. */
export const embeddedWorker = new URL('src/server/db/embedded-worker.ts', checkout)

type Waiting = { resolve(result: unknown): void; reject(error: Error): void }

/**
 * Opens the database of `directory` in a thread of its own, because a statement blocks the thread
 * it runs in. The caller holds the lock of the data directory. An empty directory becomes a new
 * cluster, which takes seconds and 700 MB: see `data-directory.ts` for the way around.
 */
export async function openEmbedded(
  directory: string,
  { idleTransactionLimit = 10_000 }: EmbeddedOptions = {},
): Promise<Embedded> {
  const options: WorkerOptions = { directory }
  const worker = new Worker(embeddedWorker, {
    name: 'database',
    workerData: options,
    execArgv: [],
  })
  const turns = new Turns()
  const waiting = new Map<number, Waiting>()
  const crashListeners: ((error: Error) => void)[] = []
  const ready = Promise.withResolvers<void>()
  const exited = Promise.withResolvers<void>()
  let lastId = 0
  let opened = false
  let closing: Promise<void> | undefined
  let gone: Error | undefined

  function crash(cause: ErrorFields) {
    if (gone) return
    const what = opened ? 'The database died' : `The database in ${directory} does not open`
    gone = toError({ ...cause, code: '57P02', message: `${what}: ${cause.message}` })
    ready.reject(gone)
    for (const { reject } of waiting.values()) reject(gone)
    waiting.clear()
    if (!closing) for (const listener of crashListeners) listener(gone)
    void worker.terminate()
  }

  worker.on('message', (reply: Reply) => {
    if (reply.kind === 'ready') {
      opened = true
      return ready.resolve()
    }
    if (reply.kind === 'fatal') return crash(reply.error)
    const asked = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.kind === 'result') asked?.resolve(reply.result)
    else asked?.reject(toError(reply.error))
  })
  worker.on('messageerror', crash)
  worker.on('error', (error) => crash({ message: String(error) }))
  worker.on('exit', (status) => {
    crash({ message: `its thread ended with status ${status}` })
    exited.resolve()
  })

  function send(statement: Statement): Promise<unknown> {
    if (gone) return Promise.reject(gone)
    return new Promise((resolve, reject) => {
      const request: Request = { ...statement, id: ++lastId }
      // Throws on a parameter that cannot be cloned, which rejects this promise.
      worker.postMessage(request)
      waiting.set(request.id, { resolve, reject })
    })
  }

  function connection(perform: (statement: Statement) => Promise<unknown>): EmbeddedConnection {
    return {
      query: <T>(
        sql: string,
        params: unknown[] = [],
        { rowMode, parsers = {} }: QueryOptions = {},
      ) =>
        // Functions do not travel between threads. The only parsers Drizzle gives leave a type as text.
        perform({
          kind: 'query',
          sql,
          params,
          rowMode,
          raw: Object.keys(parsers).map(Number),
        }) as Promise<Results<T>>,
      exec: (sql) => perform({ kind: 'exec', sql }) as Promise<Results[]>,
    }
  }

  async function transaction<T>(work: (held: EmbeddedConnection) => Promise<T>): Promise<T> {
    await turns.hold()
    try {
      await send({ kind: 'exec', sql: 'BEGIN' })
      const rest = restLimit(idleTransactionLimit)
      let over = false
      const held = connection((statement) => {
        if (over)
          return Promise.reject(rest.error ?? toError({ message: 'The transaction is over' }))
        return rest.awake(send(statement))
      })
      try {
        const result = await Promise.race([work(held), rest.expired])
        over = true
        const [outcome] = (await send({ kind: 'exec', sql: 'COMMIT' })) as Results[]
        // PostgreSQL answers the COMMIT of a failed transaction with a quiet ROLLBACK.
        if (outcome?.command === 'ROLLBACK') {
          throw toError({ code: '25P02', message: 'A statement of the transaction had failed' })
        }
        return result
      } catch (error) {
        over = true
        await send({ kind: 'exec', sql: 'ROLLBACK' }).catch(() => {})
        throw error
      } finally {
        rest.end()
      }
    } finally {
      turns.release()
    }
  }

  async function close(): Promise<void> {
    await turns.hold()
    try {
      if (!gone) {
        await send({ kind: 'exec', sql: 'CHECKPOINT' })
        await send({ kind: 'close' })
      }
    } finally {
      gone ??= toError({ code: '57P01', message: 'The database is closed' })
      turns.release()
      await exited.promise
    }
  }

  await ready.promise
  return {
    ...connection((statement) =>
      waiting.size + turns.waiting < mostWaiting
        ? turns.pass(() => send(statement))
        : Promise.reject(tooMany()),
    ),
    transaction,
    copy: (to) => turns.pass(() => send({ kind: 'copy', to })) as Promise<void>,
    waiting: () => waiting.size + turns.waiting,
    onCrash(listener) {
      if (gone && !closing) listener(gone)
      else crashListeners.push(listener)
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** What Drizzle's PGlite driver takes: of the whole class it calls `query` and `transaction`. */
export function asPglite(embedded: Embedded): PGlite {
  return embedded as unknown as PGlite
}

/** Ends a transaction that rests too long: it has the only connection, and everybody waits. */
function restLimit(limit: number) {
  const expired = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  let running = 0
  const rest = {
    error: undefined as Error | undefined,
    expired: expired.promise,
    async awake<T>(statement: Promise<T>): Promise<T> {
      running++
      clearTimeout(timer)
      try {
        return await statement
      } finally {
        if (--running === 0) start()
      }
    },
    end: () => clearTimeout(timer),
  }
  function start() {
    timer = setTimeout(() => {
      const message = `The transaction sent no statement for ${limit} ms and was rolled back`
      rest.error = toError({ code: '25P03', message })
      expired.reject(rest.error)
    }, limit)
  }
  start()
  return rest
}

function toError({ message, ...fields }: ErrorFields): Error {
  const error = new Error(message)
  error.name = 'DatabaseError'
  return Object.assign(error, fields)
}
