import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'

/** `npm run prove:own` kills it more often. */
const KILLS = 3
const program = fileURLToPath(new URL('../../../test/harness/crash-writer.ts', import.meta.url))
const drizzleImports = new URL('../../cli/drizzle-imports.ts', import.meta.url).href

type Line = { present: string[]; torn: number } | { id: string }

/**
 * Kills the writer once it has acknowledged `acks` transactions. Resolves when its output has
 * ended, so that no acknowledgement is missed.
 */
async function writeUntilKilled(dataDir: string, round: number, acks: number) {
  const args = ['--import', drizzleImports, program, dataDir, String(round)]
  const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const found = {
    present: undefined as string[] | undefined,
    torn: 0,
    acknowledged: [] as string[],
  }
  for await (const text of createInterface({ input: writer.stdout })) {
    const line: Line | undefined = parse(text)
    if (!line) continue
    if ('id' in line) found.acknowledged.push(line.id)
    else Object.assign(found, line)
    if (found.acknowledged.length === acks) writer.kill('SIGKILL')
  }
  return found
}

/** The last line of a killed process may be cut off; an incomplete line is no acknowledgement. */
function parse(text: string): Line | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

test(`${KILLS} times kill -9 in the middle of writing loses nothing acknowledged`, {
  timeout: 180_000,
}, async () => {
  const dataDir = temporaryDirectory()
  const acknowledged = new Set<string>()
  for (let round = 0; round <= KILLS; round++) {
    const found = await writeUntilKilled(dataDir, round, 40 + ((round * 67) % 300))
    expect(found.present, `start ${round} opens the database`).toBeDefined()
    const present = new Set(found.present)
    expect([...acknowledged].filter((id) => !present.has(id))).toEqual([])
    expect(found.torn, 'half transactions').toBe(0)
    for (const id of found.acknowledged) acknowledged.add(id)
  }
  expect(acknowledged.size).toBeGreaterThan(KILLS * 40)
})
