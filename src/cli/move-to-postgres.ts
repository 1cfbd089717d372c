import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { moveToPostgres } from '#server/backup/move.ts'
import { command, untilStopped } from './operate.ts'

/** DATABASE_URL requires a SECRET_KEY, which must be the installation's own. */
function withOwnKey(environment: Record<string, string | undefined>) {
  const file = join(environment.DATA_DIR?.trim() || './data', 'secret.key')
  if (environment.SECRET_KEY?.trim() || !existsSync(file)) return environment
  return { ...environment, SECRET_KEY: readFileSync(file, 'utf8').trim() }
}

export const move = () =>
  command(async (config) => {
    const { rows, documents } = await moveToPostgres({
      config,
      report: console.log,
      signal: untilStopped(),
    })
    const widest = Math.max(...[...rows.keys()].map((name) => name.length))
    const { sent, missing } = documents
    if (missing.length > 0) process.exitCode = 2
    return [
      ...[...rows].map(([name, count]) => `${name.padEnd(widest)}  ${count}`),
      ...(missing.length > 0 ? [`Missing documents: ${missing.join(', ')}.`] : []),
      config.s3
        ? `${sent} documents sent to the bucket.`
        : 'The documents stay where they are, in DATA_DIR.',
      'Every row was compared. From now on start with DATABASE_URL and with SECRET_KEY set to what',
      `${join(config.dataDir, 'secret.key')} says; without DATABASE_URL the old database would open.`,
    ].join('\n')
  }, withOwnKey)
