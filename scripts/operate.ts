import { text } from 'node:stream/consumers'
import { type Config, readConfig } from '../src/server/config.ts'
import { type Database, openDatabase } from '../src/server/db/open.ts'

/** Reads a password from standard input; a line break at its end is not part of it. */
export async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password (ends with Ctrl-D): ')
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}

/** Runs an operator's command on the configured database; a failure is one line and exit code 1. */
export async function operate(
  work: (db: Database, config: Config) => Promise<string>,
): Promise<void> {
  try {
    try {
      process.loadEnvFile()
    } catch {
      // No .env file: the environment alone counts.
    }
    const config = readConfig(process.env)
    const database = await openDatabase({
      dataDir: config.dataDir,
      ...(config.databaseUrl && { databaseUrl: config.databaseUrl }),
    })
    try {
      console.log(await work(database.db, config))
    } finally {
      await database.close()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
