import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg'

/** Time limit for `SELECT 1`; other statements wait at most one beat longer. */
const patienceMs = 1_800
const beatMs = 500

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
  let owed: NodeJS.Timeout | undefined
  let isAsking = false

  function giveUp(): void {
    log(`PostgreSQL is silent: ${clients.size} connections given up`)
    for (const client of clients) hangUp(client)
    if (watcher) hangUp(watcher)
  }
  async function ask(): Promise<void> {
    isAsking = true
    owed = setTimeout(giveUp, patienceMs)
    try {
      watcher ??= await connect()
      await watcher.query('SELECT 1')
    } catch {
      // Callers get this error from their own connection.
      void watcher?.end().catch(() => {})
      watcher = undefined
    } finally {
      clearTimeout(owed)
      isAsking = false
    }
  }
  async function connect(): Promise<Client> {
    const client = new Client({
      ...connection,
      application_name: 'counterfoil watch',
      connectionTimeoutMillis: 2 * patienceMs,
    })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const timer = setInterval(() => {
    if (!isAsking && clients.size > 0) void ask()
  }, beatMs)
  return () => {
    clearInterval(timer)
    clearTimeout(owed)
    void watcher?.end().catch(() => {})
  }
}

/** Skips the protocol's goodbye, which would wait for a reply as well. */
function hangUp(client: Client | PoolClient): void {
  connectionOf(client).stream.destroy(new Error('Connection terminated: silent'))
}

/** The driver's types do not declare the underlying stream. */
export function connectionOf(client: Client | PoolClient) {
  return (client as unknown as { connection: EventEmitter & { stream: Socket } }).connection
}
