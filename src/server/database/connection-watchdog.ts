import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg'

/** How long the server may owe an answer to nothing but `SELECT 1`; callers wait a beat longer at most. */
const patienceMs = 1_800
const beatMs = 500

/**
 * Gives up the connections of a server that has fallen silent: a machine that froze or a network that
 * swallows everything ends no connection by itself, and whoever asked would wait for ever. Their
 * statements fail as unavailable; new connections are tried with a time limit of their own. The
 * question goes over a connection of its own, so that a pool busy with long statements is no silence.
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
      // Whoever uses the pool is told by its own connection.
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

/** Without a goodbye, which would wait for an answer too. */
function hangUp(client: Client | PoolClient): void {
  connectionOf(client).stream.destroy(new Error('Connection terminated: silent'))
}

/** What the driver speaks through; its type says nothing of it. */
export function connectionOf(client: Client | PoolClient) {
  return (client as unknown as { connection: EventEmitter & { stream: Socket } }).connection
}
