import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { errorCode } from '../error-code.ts'
import { productName, writeNew } from './cluster.ts'
import { durable } from './settings.ts'
import type { Running } from './supervise-postmaster.ts'

export const hbaFile = 'pg_hba.conf'

/** `trust` admits the owner of the socket until a password is set. */
export function admit(directory: string, method: 'scram-sha-256' | 'trust'): void {
  writeNew(join(directory, 'postgresql.conf'), '')
  writeNew(join(directory, hbaFile), `local all all ${method}\n`)
}

const secretFile = (directory: string) => `${directory}.secret`

export function readSecret(directory: string): string | undefined {
  const path = secretFile(directory)
  const content = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  return /^[0-9a-f]{48}$/.test(content) ? content : undefined
}

export function forgetSecret(directory: string): void {
  rmSync(secretFile(directory), { force: true })
}

export function urlOf(socketDirectory: string, secret: string, role = productName): string {
  const host = encodeURIComponent(socketDirectory)
  return `postgresql://${role}:${secret}@localhost:5432/${productName}?host=${host}`
}

export async function setSecret(
  running: Running,
  directory: string,
  socketDirectory: string,
  mayCopy: boolean,
): Promise<string> {
  const secret = randomBytes(24).toString('hex')
  const rights = mayCopy ? 'CREATEDB' : 'NOCREATEDB'
  await withClient(urlOf(socketDirectory, 'none', 'postgres'), (client) =>
    client.query(`ALTER ROLE ${productName} ${rights} PASSWORD '${secret}'`),
  )
  writeNew(secretFile(directory), secret, 0o600)
  admit(directory, 'scram-sha-256')
  running.reload()
  await untilRefused(urlOf(socketDirectory, 'none', missingRole))
  return secret
}

/** This role does not exist, so that testing for `trust` logs nothing. */
const missingRole = 'probe'

async function untilRefused(url: string): Promise<void> {
  const end = performance.now() + 5_000
  while (performance.now() < end) {
    try {
      await withClient(url, async () => {})
    } catch (error) {
      if (isWrongPassword(error)) return
      // The error is about the unknown role, so access without a password is still allowed.
      if (errorCode(error) !== '28000') throw error
    }
    await wait(5)
  }
  throw new Error('PostgreSQL still admits without a password')
}

export function isWrongPassword(error: unknown): boolean {
  return errorCode(error) === '28P01'
}

export async function assertDurable(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query(
      'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
      [Object.keys(durable)],
    )
    const found = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
    for (const [name, value] of Object.entries(durable)) {
      if (found[name] !== value) {
        throw new Error(`PostgreSQL runs with ${name}=${found[name]}, which loses data`)
      }
    }
  })
}

export async function dropTables(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(
      'DROP SCHEMA IF EXISTS drizzle CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public',
    ),
  )
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const pg = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
