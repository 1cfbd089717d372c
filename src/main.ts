import type { Logger } from 'pino'
import { type Config, ConfigError, readConfig } from './server/config.ts'
import { startOwnServer } from './server/database/own-server.ts'
import { describeError } from './server/http/errors.ts'
import { openLog } from './server/log.ts'
import type { Product } from './start.ts'

/** A graceful shutdown becomes a forced one after this long. */
const longestEndMs = 45_000

/** Reports a failed start in one line; the operator needs no stack. */
function refuse(error: unknown): never {
  const { message, errorCode = 'unknown cause' } = describeError(error)
  const line = String(message ?? `The database refused a statement (${errorCode}).`)
  process.stderr.write(`Not started: ${line.replace(/\s*\n\s*/g, ' ')}\n`)
  process.exit(1)
}

function readEnvironment() {
  try {
    process.loadEnvFile()
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!missing) throw new ConfigError('The file .env cannot be read.')
  }
  return readConfig(process.env)
}

function announce({ generatedPassword }: Product, username: string, url: string): void {
  const lines = [`Listening on ${url}`]
  if (generatedPassword) {
    lines.push(
      `First owner: ${username} with the password ${generatedPassword}`,
      'It is shown this once. Sign in at /admin and keep it safe.',
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Starts the own PostgreSQL while the rest of the program loads. */
async function start(config: Config, log: Logger): Promise<Product> {
  const { databaseUrl, dataDir } = config
  const report = (line: string) => log.info({ event: 'database' }, line)
  const server = databaseUrl ? undefined : startOwnServer({ dataDir, log: report })
  server?.catch(() => {})
  const { startProduct } = await import('./start.ts')
  return await startProduct({ config, log, server })
}

let product: Promise<Product> | undefined
let ending = false

async function end(code: number): Promise<void> {
  if (ending) process.exit(1)
  ending = true
  setTimeout(() => process.exit(1), longestEndMs).unref()
  try {
    await (await product)?.close()
  } catch {
    process.exit(code || 1)
  }
  process.exit(code)
}

process.on('SIGTERM', () => void end(0))
process.on('SIGINT', () => void end(0))

try {
  const config = readEnvironment()
  const log = openLog(config.logLevel)
  const die = (event: string) => (error: unknown) => {
    log.fatal({ event, error: describeError(error) })
    void end(1)
  }
  process.on('uncaughtException', die('uncaught_exception'))
  process.on('unhandledRejection', die('unhandled_rejection'))
  product = start(config, log)
  const started = await product
  announce(started, config.firstOwner.username, config.publicUrl)
} catch (error) {
  if (!ending) refuse(error)
}
