import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { Logger } from 'pino'
import { describeError } from '#server/database/describe-error.ts'
import { type Config, ConfigError, misspelled, readConfig } from './server/config.ts'
import { openLog } from './server/log.ts'
import { startOwnServer } from './server/own-postgres/server.ts'
import { nameOfSystemUser } from './server/own-postgres/system-user.ts'
import { remedyOf, tryPort } from './server/refused-start.ts'
import { onStop } from './server/stop-signals.ts'
import type { Product } from './start.ts'

/** A graceful shutdown becomes a forced one after this time. */
const stopTimeoutMs = 45_000

/** Reports a failed start in one line, because the operator needs no stack trace. */
function refuse(error: unknown): never {
  const { message, errorCode = 'unknown cause' } = describeError(error)
  const remedy = error instanceof Error ? remedyOf(error) : undefined
  const line = String(remedy ?? message ?? `The database refused a statement (${errorCode}).`)
  process.stderr.write(`Not started: ${line.replace(/\s*\n\s*/g, ' ')}\n`)
  process.exit(1)
}

function readEnvironment() {
  try {
    process.loadEnvFile()
    const names = Object.keys(parseEnv(readFileSync('.env', 'utf8')))
    for (const { name, meant } of misspelled(names)) {
      process.stderr.write(`${name} in .env is no setting. Is ${meant} meant?\n`)
    }
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!missing) throw new ConfigError('The file .env cannot be read.')
  }
  return readConfig(process.env)
}

/** A killed `npm start` forwards no signal, so the product ends when its parent is gone. */
function endWithParent(): void {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event !== 'start' || parent === 1) return
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    void end(0)
  }, 1_000)
  check.unref()
}

function announce({ generatedPassword }: Product, config: Config): void {
  const { databaseUrl, dataDir, firstOwner, publicUrl } = config
  const lines = [`Listening on ${publicUrl}`]
  if (process.getuid?.() === 0 && !databaseUrl) {
    const systemUser = nameOfSystemUser(statSync(join(dataDir, 'database')).uid)
    lines.push(
      `Runs as root, so its PostgreSQL runs as ${systemUser}, whose other processes can reach the data. Run the product as an account of its own, such as counterfoil.`,
    )
  }
  if (generatedPassword) {
    lines.push(
      `First owner: ${firstOwner.username} with the password ${generatedPassword}`,
      `It is shown this once. Sign in at ${publicUrl}/admin and keep it safe.`,
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Starts the own PostgreSQL while the rest of the program loads. */
async function start(config: Config, log: Logger): Promise<Product> {
  const { databaseUrl, dataDir, port, host } = config
  if (!databaseUrl && !existsSync(join(dataDir, 'database'))) {
    // The port is not tested at a restart, because a proxy's waiting requests would reach this
    // socket and be cut off.
    await tryPort(port, host)
    process.stdout.write(`Begins a new installation in ${resolve(dataDir)}\n`)
  }
  const report = (line: string) => log.info({ event: 'database' }, line)
  const server = databaseUrl ? undefined : startOwnServer({ dataDir, log: report })
  server?.catch(() => {})
  const { startProduct } = await import('./start.ts')
  return await startProduct({ config, log, server })
}

let product: Promise<Product> | undefined
let ending = false

async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  setTimeout(() => process.exit(1), stopTimeoutMs).unref()
  try {
    await (await product)?.close()
  } catch {
    process.exit(code || 1)
  }
  process.exit(code)
}

onStop(
  () => void end(0),
  () => process.exit(1),
)

try {
  const config = readEnvironment()
  const log = openLog(config.logLevel)
  const die = (event: string) => (error: unknown) => {
    log.fatal({ event, error: describeError(error) })
    if (ending) process.exit(1)
    void end(1)
  }
  process.on('uncaughtException', die('uncaught_exception'))
  process.on('unhandledRejection', die('unhandled_rejection'))
  endWithParent()
  product = start(config, log)
  const started = await product
  announce(started, config)
} catch (error) {
  if (!ending) refuse(error)
}
