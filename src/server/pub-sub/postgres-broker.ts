import pLimit from 'p-limit'
import { Client } from 'pg'
import type { OpenBroker } from './pub-sub.ts'

const topic = 'live_v1'

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
        // No need to wait for the disk: the message may be lost.
        await client.query(`SET synchronous_commit = off; LISTEN ${topic}`)
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
            await used?.client.query('SELECT pg_notify($1, $2)', [topic, text])
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
