import { Redis } from 'ioredis'

/** While Redis is down commands fail at once, while it is unresponsive after 400 ms. */
export function openRedis(url: string, report: (event: string) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 400,
    // Disconnects an unresponsive server, so that only the first command waits for it.
    socketTimeout: 400,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2000),
  })
  let silent = false
  redis.on('error', () => {
    if (!silent) report('redis_lost')
    silent = true
  })
  redis.on('ready', () => {
    if (silent) report('redis_back')
    silent = false
  })
  return redis
}
