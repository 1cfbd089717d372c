import { Redis } from 'ioredis'

/** Commands fail at once while Redis is down, and after 400 ms while it is unresponsive. */
export function openRedis(url: string, report: (event: string) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 400,
    // This disconnects an unresponsive server, so that only the first command waits for it.
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
