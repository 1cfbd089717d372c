import { Redis } from 'ioredis'
import { Client } from 'pg'
import type { Channel, OpenChannel } from './pub-sub.ts'

const channelName = 'live_v1'

/** Redis pub/sub; a subscribed connection cannot publish, so there are two. */
export function redisChannel(url: string): OpenChannel {
  return (hear): Channel => {
    const retryStrategy = (attempt: number) => Math.min(attempt * 200, 1000)
    const patience = { connectTimeout: 1_000, maxRetriesPerRequest: 0, retryStrategy }
    const out = new Redis(url, { ...patience, enableOfflineQueue: false, commandTimeout: 500 })
    const ear = new Redis(url, { ...patience, maxRetriesPerRequest: null })
    for (const redis of [out, ear]) redis.on('error', () => {})
    // ioredis resubscribes by itself after a reconnect.
    ear.subscribe(channelName).catch(() => {})
    ear.on('message', (_, text) => hear(text))
    return {
      send: (text) => out.publish(channelName, text),
      async close() {
        out.disconnect()
        ear.disconnect()
      },
    }
  }
}

/** PostgreSQL LISTEN and NOTIFY on a dedicated connection, reopened whenever it is lost. */
export function postgresChannel(url: string): OpenChannel {
  return (hear): Channel => {
    let current: { client: Client; lose(): void } | undefined
    let retry: NodeJS.Timeout | undefined
    let closed = false

    async function connect(): Promise<void> {
      const made = new Client({
        connectionString: url,
        application_name: 'counterfoil live',
        connectionTimeoutMillis: 2_000,
        query_timeout: 2_000,
        keepAlive: true,
      })
      let lost = false
      const lose = () => {
        if (lost) return
        lost = true
        if (current?.client === made) current = undefined
        void made.end().catch(() => {})
        if (!closed) retry = setTimeout(() => void connect(), 500)
      }
      made.on('error', lose)
      made.on('end', lose)
      made.on('notification', ({ payload }) => hear(payload ?? ''))
      try {
        await made.connect()
        // NOTIFY commits by itself, and its message may be lost: no need to wait for the disk.
        await made.query(`SET synchronous_commit = off; LISTEN ${channelName}`)
        current = { client: made, lose }
      } catch {
        lose()
      }
      if (closed) lose()
    }

    const connecting = connect()
    return {
      async send(text) {
        const now = current
        try {
          await now?.client.query('SELECT pg_notify($1, $2)', [channelName, text])
        } catch {
          // Unresponsive or closed: reconnecting is the fastest recovery.
          now?.lose()
        }
      },
      async close() {
        closed = true
        clearTimeout(retry)
        await connecting
        await current?.client.end().catch(() => {})
      },
    }
  }
}
