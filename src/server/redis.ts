import { Redis } from 'ioredis'

/**
 * Connects to Redis without waiting for it: whatever uses it copes with its absence. Commands fail
 * at once while it is away instead of queueing, and after 400 ms when it falls silent.
 */
export function openRedis(url: string, report: (event: string) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 400,
    // A frozen one is hung up on, so that only the first to ask has waited for it.
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
