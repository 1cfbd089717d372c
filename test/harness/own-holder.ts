/**
 * Starts the own PostgreSQL of a data directory, prints its URL and holds it until it is killed. It
 * also starts another program, which outlives it and must not inherit handles of the server.
 */
import { spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import { startOwnServer } from '#server/own-postgres/server.ts'

const report = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`)

try {
  const { url, pid } = await startOwnServer({ dataDir: process.argv[2] ?? '' })
  spawn('sleep', ['10'], { detached: true, stdio: 'ignore' }).unref()
  report({ url, pid })
  setInterval(() => {}, 60_000)
} catch (error) {
  report({ error: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
