import { readdirSync, readFileSync } from 'node:fs'

/**
 * Handles for what the product opens later: connections to the database and to other services, uploads.
 */
const reserve = 96

/** With fewer connections nobody could be served at all. */
const fewest = 8

/** The soft limit in the words of /proc/self/limits; undefined when there is none. */
export function limitIn(text: string): number | undefined {
  const [, limit] = /^Max open files\s+(\d+)\s/m.exec(text) ?? []
  return limit === undefined ? undefined : Number(limit)
}

/**
 * How many connections may be open at once, so that they never take the handles without which nobody
 * is served: a connection to the database, a document. Undefined where the system does not say.
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
