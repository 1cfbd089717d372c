import { Redis } from 'ioredis'
import pLimit from 'p-limit'
import { Client } from 'pg'
import type { OpenBroker } from './pub-sub.ts'

const channelName = 'live_v1'

/** Opens two connections, because a subscribed one cannot publish. */
export function redisBroker(url: string): OpenBroker {
  return (receive) => {
    const retryStrategy = (attempt: number) => Math.min(attempt * 200, 1000)
    const retries = { connectTimeout: 1_000, maxRetriesPerRequest: 0, retryStrategy }
    const publisher = new Redis(url, { ...retries, enableOfflineQueue: false, commandTimeout: 500 })
    const subscriber = new Redis(url, { ...retries, maxRetriesPerRequest: null })
    for (const redis of [publisher, subscriber]) redis.on('error', () => {})
    subscriber.subscribe(channelName).catch(() => {})
    subscriber.on('message', (_, text) => receive(text))
    return {
      send: (text) => publisher.publish(channelName, text),
      async close() {
        publisher.disconnect()
        subscriber.disconnect()
      },
    }
  }
}

export function postgresBroker(url: string): OpenBroker {
  return (receive) => {
    let current: { client: Client; drop(): void } | undefined
    let retry: NodeJS.Timeout | undefined
    let isClosed = false
    const oneAtATime = pLimit(1)

    async function connect(): Promise<void> {
      const client = new Client({
        connectionString: url,
        application_name: 'counterfoil live',
        connectionTimeoutMillis: 2_000,
        query_timeout: 2_000,
        keepAlive: true,
      })
      let isDropped = false
      const drop = () => {
        if (isDropped) return
        isDropped = true
        if (current?.client === client) current = undefined
        void client.end().catch(() => {})
        if (!isClosed) retry = setTimeout(() => void connect(), 500)
      }
      client.on('error', drop)
      client.on('end', drop)
      client.on('notification', ({ payload }) => receive(payload ?? ''))
      try {
        await client.connect()
        // There is no need to wait for the disk, because a message may be lost.
        await client.query(`SET synchronous_commit = off; LISTEN ${channelName}`)
        current = { client, drop }
      } catch {
        drop()
      }
      if (isClosed) drop()
    }

    const connecting = connect()
    return {
      send: (text) =>
        oneAtATime(async () => {
          const used = current
          try {
            await used?.client.query('SELECT pg_notify($1, $2)', [channelName, text])
          } catch {
            used?.drop()
          }
        }),
      async close() {
        isClosed = true
        clearTimeout(retry)
        await connecting
        await current?.client.end().catch(() => {})
      },
    }
  }
}
