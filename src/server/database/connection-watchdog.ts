import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg'

const intervalMs = 500

/**
 * Closes connections that a frozen server or a network dropping packets would leave open forever.
 * The probe has a connection of its own, so that a busy pool does not look unresponsive.
 * @returns a function that ends the watch.
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
  let hasEnded = false
  // The probe times out before a request gives up waiting for a connection.
  const timeoutMs = () => 0.9 * (pool.options.connectionTimeoutMillis ?? 0)

  function disconnectAll(): void {
    log(`PostgreSQL does not answer: ${clients.size} connections closed`)
    for (const client of clients) disconnect(client)
    if (watcher) disconnect(watcher)
  }
  async function probe(): Promise<void> {
    isProbing = true
    // Timers run before I/O, so after a blocked event loop the response may have arrived but be
    // unread.
    overdue = setTimeout(() => setImmediate(() => isProbing && disconnectAll()), timeoutMs())
    try {
      watcher ??= await connect()
      await watcher.query('SELECT 1')
    } catch {
      endWatcher()
    } finally {
      clearTimeout(overdue)
      isProbing = false
      // The probe may have been connecting when the watch ended.
      if (hasEnded) endWatcher()
    }
  }
  function endWatcher(): void {
    void watcher?.end().catch(() => {})
    watcher = undefined
  }
  async function connect(): Promise<Client> {
    const client = new Client({
      ...connection,
      application_name: 'counterfoil watch',
      connectionTimeoutMillis: 2 * timeoutMs(),
    })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const timer = setInterval(() => {
    if (!isProbing && clients.size > 0) void probe()
  }, intervalMs)
  return () => {
    hasEnded = true
    clearInterval(timer)
    clearTimeout(overdue)
    endWatcher()
  }
}

function disconnect(client: Client | PoolClient): void {
  connectionOf(client).stream.destroy(new Error('Connection terminated: no answer'))
}

export function connectionOf(client: Client | PoolClient) {
  return (client as unknown as { connection: EventEmitter & { stream: Socket } }).connection
}
