import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg'

/** Time limit for `SELECT 1`; other statements wait at most one interval longer. */
const timeoutMs = 1_800
const intervalMs = 500

/**
 * Closes the connections of a server that stopped responding: a frozen machine or a network that
 * drops packets ends no connection, and callers would wait forever. Their statements fail as
 * unavailable; new connections have a time limit of their own. The probe uses a separate
 * connection, so a pool busy with long statements does not look unresponsive.
 *
 * @returns ends the watch.
 */
export function startConnectionWatchdog(
  pool: Pool,
  connection: ClientConfig,
  log: (line: string) => void,
): () => void {
  const clients = new Set<PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  let watcher: Client | undefined
  let overdue: NodeJS.Timeout | undefined
  let isProbing = false

  function disconnectAll(): void {
    log(`PostgreSQL does not answer: ${clients.size} connections closed`)
    for (const client of clients) disconnect(client)
    if (watcher) disconnect(watcher)
  }
  async function probe(): Promise<void> {
    isProbing = true
    overdue = setTimeout(disconnectAll, timeoutMs)
    try {
      watcher ??= await connect()
      await watcher.query('SELECT 1')
    } catch {
      // Callers get this error from their own connection.
      void watcher?.end().catch(() => {})
      watcher = undefined
    } finally {
      clearTimeout(overdue)
      isProbing = false
    }
  }
  async function connect(): Promise<Client> {
    const client = new Client({
      ...connection,
      application_name: 'counterfoil watch',
      connectionTimeoutMillis: 2 * timeoutMs,
    })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const timer = setInterval(() => {
    if (!isProbing && clients.size > 0) void probe()
  }, intervalMs)
  return () => {
    clearInterval(timer)
    clearTimeout(overdue)
    void watcher?.end().catch(() => {})
  }
}

/** Skips the protocol's terminate message, which would wait as well. */
function disconnect(client: Client | PoolClient): void {
  connectionOf(client).stream.destroy(new Error('Connection terminated: no answer'))
}

/** The driver's types do not declare the underlying stream. */
export function connectionOf(client: Client | PoolClient) {
  return (client as unknown as { connection: EventEmitter & { stream: Socket } }).connection
}
