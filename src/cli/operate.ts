import { assertInstallation } from '#server/backup/source.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/open.ts'
import { findOwnServer } from '#server/own-postgres/server.ts'
import { remedyOf } from '#server/refused-start.ts'
import { onStop } from '#server/stop-signals.ts'

export type Arguments = {
  words: string[]
  /** The flags that were passed, without their dashes. */
  flags: Set<string>
}

type Environment = Record<string, string | undefined>

/** Aborts on SIGINT or SIGTERM, so that long work can clean up. A second signal ends it at once. */
export function untilStopped(): AbortSignal {
  const stop = new AbortController()
  onStop(
    () => stop.abort(new Error('Stopped before the end; nothing was written.')),
    () => process.exit(1),
  )
  return stop.signal
}

/**
 * Runs an operator's command with the configuration. A failure prints one line and exits with code
 * 1.
 * @param amend adds what may be missing in the environment.
 */
export async function command(
  work: (config: Config) => Promise<string>,
  amend: (environment: Environment) => Environment = (environment) => environment,
): Promise<void> {
  try {
    try {
      process.loadEnvFile()
    } catch {
      // Without a .env file, only the environment counts.
    }
    console.log(await work(readConfig(amend(process.env))))
  } catch (error) {
    console.error(describe(error))
    process.exitCode = 1
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return (remedyOf(error) ?? error.message).replace(/\s*\n\s*/g, ' ')
}

/** Runs with the database of an installation, also while the product runs. */
export async function operate(
  work: (db: Database, config: Config) => Promise<string>,
): Promise<void> {
  await command(async (config) => {
    await assertInstallation(config)
    const database = await openDatabase(config).catch((refusal: unknown) => {
      const running = config.databaseUrl ? undefined : findOwnServer(config.dataDir)
      if (!running) throw refusal
      return openDatabase({ ...config, databaseUrl: running })
    })
    try {
      return await work(database.db, config)
    } finally {
      await database.close()
    }
  })
}
