import { readdirSync, readFileSync } from 'node:fs'

const reserve = 96

const minSlots = 8

export function limitIn(text: string): number | undefined {
  const [, limit] = /^Max open files\s+(\d+)\s/m.exec(text) ?? []
  return limit === undefined ? undefined : Number(limit)
}

/**
 * The number of connections that leaves enough file handles for the database and documents;
 * undefined without a limit.
 */
export function connectionsAllowed(): number | undefined {
  try {
    const limit = limitIn(readFileSync('/proc/self/limits', 'utf8'))
    if (limit === undefined) return undefined
    return Math.max(minSlots, limit - readdirSync('/proc/self/fd').length - reserve)
  } catch {
    return undefined
  }
}
