import { readdirSync, readFileSync } from 'node:fs'

/** Handles reserved for connections to the database and other services, and for uploads. */
const reserve = 96

/** The product is unusable with fewer connections. */
const fewest = 8

/** Parses the soft limit of /proc/self/limits; undefined when there is none. */
export function limitIn(text: string): number | undefined {
  const [, limit] = /^Max open files\s+(\d+)\s/m.exec(text) ?? []
  return limit === undefined ? undefined : Number(limit)
}

/**
 * Maximum number of open connections that leaves file handles for the database and documents.
 * Undefined where the system reports no limit.
 */
export function connectionsAllowed(): number | undefined {
  try {
    const limit = limitIn(readFileSync('/proc/self/limits', 'utf8'))
    if (limit === undefined) return undefined
    return Math.max(fewest, limit - readdirSync('/proc/self/fd').length - reserve)
  } catch {
    return undefined
  }
}
