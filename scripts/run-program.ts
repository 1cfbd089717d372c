import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules/.bin')
const killAfterMs = 5_000
const defaultTimeoutMs = 30 * 60_000

/**
 * The product's configuration must not reach its tests, because they would write to a real
 * database.
 */
const product =
  /^(NODE_ENV|PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_URL|S3_.*|SECRET_KEY|ADMIN_.*|TRUST_PROXY|GOOGLE.*|GTM_ID|GA_.*|SMTP_URL|MAIL_.*|IMAP_URL|METRICS_.*|RETAIN_.*|LOG_LEVEL)$/
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !product.test(name))),
  // A variable that is set, even to nothing, is not read from .env again.
  ...Object.fromEntries(namesInEnvFile().map((name) => [name, ''])),
}

let running: ChildProcess | undefined
let stopping: NodeJS.Signals | undefined

/**
 * Runs a program in the project root with our standard output. Returns its exit code, which is 127
 * when it could not be started, and 128 or more when a signal ended it, as happens after
 * `timeoutMs` (30 minutes). `env` is added to the environment; `onOutput` also receives standard
 * output.
 */
export function runProgram(
  program: string,
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
  {
    timeoutMs = defaultTimeoutMs,
    onOutput,
  }: { timeoutMs?: number; onOutput?(text: string): void } = {},
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  if (stopping) return Promise.resolve(128 + constants.signals[stopping])
  // The program gets a process group of its own, so that browsers and servers it starts end with
  // it.
  const child = spawn(program, args, {
    cwd: root,
    env: { ...environment, PATH: `${bin}:${process.env.PATH}`, ...env },
    stdio: ['ignore', onOutput ? 'pipe' : 'inherit', 'inherit'],
    detached: true,
  })
  running = child
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    onOutput?.(text)
  })
  const timer = setTimeout(() => {
    console.log(`${program} took more than ${timeoutMs / 60_000} minutes and was ended.`)
    endGroup(child, 'SIGKILL')
  }, timeoutMs)
  child.on('error', (error) => {
    console.log(`cannot run ${program}: ${error.message}`)
    resolve(127)
  })
  child.on('close', (code, signal) => {
    running = undefined
    clearTimeout(timer)
    // Ends servers and browsers that outlived the program that started them.
    endGroup(child, 'SIGKILL')
    resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
  })
  return promise
}

/** The signal received, if any. No more programs are started after it. */
export function stopSignal(): NodeJS.Signals | undefined {
  return stopping
}

export function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopping = signal
      const child = running
      if (!child) return
      endGroup(child, 'SIGTERM')
      setTimeout(() => endGroup(child, 'SIGKILL'), killAfterMs).unref()
    })
  }
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals) {
  if (!child.pid) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // All processes of the group have already ended.
  }
}

function namesInEnvFile(): string[] {
  const path = join(root, '.env')
  return existsSync(path) ? Object.keys(parseEnv(readFileSync(path, 'utf8'))) : []
}
