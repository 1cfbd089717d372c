import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import type { Database } from '../src/server/database/open.ts'
import { findOldestPostgres } from '../test/postgres-server.ts'
import { newDataDirectory } from '../test/product.ts'

const run = promisify(execFile)

function literal(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = Array.isArray(value) ? `{${value.join(',')}}` : String(value)
  return `E'${text.replace(/[\\']/g, '\\$&')}'`
}

/** Records the statements of some work, parameters inlined, as a script for pgbench. */
export async function scriptOf(url: string, work: (db: Database) => Promise<unknown>) {
  const statements: string[] = []
  const logQuery = (text: string, parameters: unknown[]) => {
    statements.push(text.replace(/\$(\d+)/g, (_, n: string) => literal(parameters[Number(n) - 1])))
  }
  const client = new Pool({ connectionString: url })
  await work(drizzle({ client, casing: 'snake_case', logger: { logQuery } }) as never)
  await client.end()
  return statements.map((text) => `${text.replace(/\s+/g, ' ')};\n`).join('')
}

/** Repeats a script on several connections and returns its rate. */
export async function pgbench(
  url: string,
  script: string,
  { seconds, connections = 8 }: { seconds: number; connections?: number },
): Promise<{ done: number; perSecond: number }> {
  const folder = newDataDirectory()
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  const program = join(findOldestPostgres() ?? '', 'bin/pgbench')
  const flags = ['-n', '-c', String(connections), '-T', String(seconds), '-f', file, url]
  try {
    const { stdout } = await run(program, flags)
    const read = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1])
    return { done: read(/actually processed: (\d+)/), perSecond: read(/tps = ([\d.]+)/) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
