import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { processesOn } from '#server/own-postgres/supervise-postmaster.ts'

const program = join(import.meta.dirname, '../../test/harness/own-writer.ts')

export type Writer = {
  child: ChildProcess
  acknowledged: Set<string>
  /** The content found at the start; undefined when the writer did not start. */
  found: Promise<{ present: string[]; torn: number } | undefined>
  /** Resolves when all output has been read. */
  closed: Promise<unknown>
}

export function startWriter(directory: string, round: number, isThrownAway = false): Writer {
  const mode = isThrownAway ? ['thrown-away'] : []
  const child = spawn(process.execPath, [program, directory, String(round), ...mode], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const acknowledged = new Set<string>()
  const found = Promise.withResolvers<{ present: string[]; torn: number } | undefined>()
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (text) => {
    const line = parse(text)
    if (line && 'id' in line) acknowledged.add(line.id)
    else if (line) found.resolve(line)
  })
  lines.once('close', () => found.resolve(undefined))
  return { child, acknowledged, found: found.promise, closed: once(lines, 'close') }
}

type Line = { id: string } | { present: string[]; torn: number }

/** The last line of a killed process may be cut off; an incomplete line is no acknowledgement. */
function parse(text: string): Line | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Resolves after `count` more acknowledgements, or when the writer has ended. */
export async function untilAcknowledged({ acknowledged, child }: Writer, count: number) {
  while (acknowledged.size < count && child.exitCode === null && child.signalCode === null) {
    await wait(1)
  }
}

/** Kills the owner and every process of its server with SIGKILL, the owner either first or last. */
export function killAll({ child }: Writer, directory: string, isOwnerFirst: boolean): void {
  if (isOwnerFirst) child.kill('SIGKILL')
  for (const pid of processesOn(join(directory, 'database'))) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
  child.kill('SIGKILL')
}

/**
 * Waits until no process of the server is left.
 * @returns the milliseconds that it took.
 */
export async function untilGone(directory: string): Promise<number> {
  const started = performance.now()
  while (processesOn(join(directory, 'database')).length > 0) {
    if (performance.now() - started > 30_000) return Number.POSITIVE_INFINITY
    await wait(10)
  }
  return performance.now() - started
}
