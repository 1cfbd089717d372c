/** Locks a data directory, reports that, and holds the lock until it is killed. */
import { writeSync } from 'node:fs'
import { acquireLock } from '#server/own-postgres/lock.ts'

try {
  acquireLock(process.argv[2] ?? '')
  writeSync(1, 'locked\n')
  setInterval(() => {}, 60_000)
} catch (error) {
  writeSync(1, `${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
