import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { type OwnServer, startOwnServer } from '#server/own-postgres/server.ts'

const program = fileURLToPath(new URL('own-holder.ts', import.meta.url))

/** Starts the own PostgreSQL of `dataDir`, which stops at the end of the running test. */
export async function startOwn(
  dataDir: string,
  log: (line: string) => void = () => {},
): Promise<OwnServer> {
  const server = await startOwnServer({ dataDir, log })
  onTestFinished(() => server.stop())
  return server
}

export type Holder = {
  child: ChildProcess
  url: string
  pid: number
  error?: string
}

export async function startHolder(dataDir: string): Promise<Holder> {
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, ...JSON.parse(line) }
}

export async function killHolder({ child }: Holder): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

export async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** The shells that would end server `pid` if its owner were gone. */
export function guardsOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').endsWith(`guard\0${pid}\0`)
      } catch {
        return false
      }
    })
    .map(Number)
}
