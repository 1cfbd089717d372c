/** Checks that need the configuration: database, Redis, storage, mail and the secret key. */
import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { createTransport } from 'nodemailer'
import { Client } from 'pg'
import type { Config } from '../src/server/config.ts'
import { serverVersion } from '../src/server/database/own-programs.ts'
import { findOwnServer } from '../src/server/database/own-server.ts'
import { documentsDirectory, openStorage } from '../src/server/files/open-storage.ts'
import { freeBytes, minimumFreeBytes } from '../src/server/files/upload-staging.ts'
import { openRedis } from '../src/server/redis.ts'
import { type Encryption, openEncryption } from '../src/server/security/encryption.ts'
import { readSecretKey } from '../src/server/security/secret-key.ts'
import { type Finding, failed, finding, notSet, ok, warning } from './doctor-findings.ts'

const keyFile = (config: Config) => join(config.dataDir, 'secret.key')

/** Undefined without a key: the doctor must not generate one. */
export function sealOf(config: Config): Encryption | undefined {
  try {
    const key = readSecretKey(config)
    return key && openEncryption([key, ...config.oldSecretKeys])
  } catch {
    // Another check reports a damaged key.
    return undefined
  }
}

async function secretKey(config: Config): Promise<Finding> {
  const check = 'Secret key'
  if (config.secretKey) return ok(check, 'SECRET_KEY is set.')
  const path = keyFile(config)
  if (!existsSync(path))
    return failed(
      check,
      `${path} is not there: start the product once, or restore it from a backup.`,
    )
  readSecretKey(config)
  const mode = statSync(path).mode & 0o777
  if (mode !== 0o600)
    return failed(check, `${path} has mode ${mode.toString(8)}: chmod 600 ${path}`)
  return ok(check, 'in the data directory, mode 600. Keep a copy apart from the backups.')
}

const oldestVersion = 15

async function database(config: Config): Promise<Finding[]> {
  const check = 'Database'
  const directory = join(config.dataDir, 'database')
  const url = config.databaseUrl ?? findOwnServer(config.dataDir)
  if (!url && !existsSync(directory))
    return [
      failed(check, `${directory} is not there: start the product once, or look at DATA_DIR.`),
    ]
  if (!url)
    return [
      ok(check, `the product's own PostgreSQL ${serverVersion()}, which does not run now.`),
      notSet('Google consents', 'checked only while the product runs.'),
    ]
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return [
      ...(await engine(client)),
      ...(await finding('Google consents', () => consents(client, config))),
      ...(await finding('Job queue', () => queue(client))),
    ]
  } finally {
    await client.end()
  }
}

async function engine(client: Client): Promise<Finding[]> {
  const before = Date.now()
  const { rows } = await client.query<{
    version: number
    release: string
    trigrams: boolean
    now: number
  }>(
    `select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_version') as release,
      exists (select from pg_extension where extname = 'pg_trgm') as trigrams,
      extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  )
  const [found] = rows
  if (!found) throw new Error('no answer')
  const apart = Math.round(Math.abs(found.now - (before + Date.now()) / 2) / 1000)
  return [
    found.version >= oldestVersion
      ? ok('Database', `PostgreSQL ${found.release} answers.`)
      : failed('Database', `PostgreSQL ${found.version}: ${oldestVersion} or later is needed.`),
    found.trigrams
      ? ok('Extension pg_trgm', 'is there.')
      : failed(
          'Extension pg_trgm',
          'is missing: CREATE EXTENSION pg_trgm, as the owner of the database.',
        ),
    apart <= 5
      ? ok('Clock of the database', 'the same as here.')
      : warning(
          'Clock of the database',
          `${apart} s apart from the one here: sessions and jobs go by it, let both keep time.`,
        ),
  ]
}

async function consents(client: Client, { google }: Config): Promise<Finding> {
  const check = 'Google consents'
  if (!google) return notSet(check, 'GOOGLE_CLIENT_ID is not set.')
  const { rows } = await client.query<{ group: string; state: string }>(
    `select scope_group as "group", state from google_grants order by scope_group`,
  )
  if (rows.length === 0) return notSet(check, 'no account is connected.')
  const dead = rows.filter(({ state }) => state !== 'ok').map(({ group }) => group)
  return dead.length > 0
    ? failed(check, `ended for ${dead.join(', ')}: connect again under Google Workspace.`)
    : ok(check, `${rows.map(({ group }) => group).join(', ')} are good.`)
}

async function queue(client: Client): Promise<Finding> {
  const check = 'Job queue'
  const { rows } = await client.query<{ failed: number; late: number }>(
    `select (count(*) filter (where finished_at is not null))::int as failed,
      (count(*) filter (where finished_at is null and run_at < now() - interval '10 minutes'))::int as late
    from jobs`,
  )
  const { failed: given = 0, late = 0 } = rows[0] ?? {}
  if (late > 0)
    return failed(check, `${late} jobs wait for more than 10 minutes: is a server running?`)
  return given > 0
    ? warning(check, `${given} jobs failed for good in 30 days: see event job_failed in the log.`)
    : ok(check, 'nothing waits.')
}

async function redis({ redisUrl }: Config): Promise<Finding> {
  const check = 'Redis'
  if (!redisUrl) return notSet(check, 'REDIS_URL is not set; one instance needs none.')
  const client = openRedis(redisUrl, () => {})
  try {
    await new Promise((resolve, reject) => {
      client.once('ready', resolve)
      client.once('error', reject)
      setTimeout(() => reject(new Error('silent')), 5_000).unref()
    })
    await client.ping()
    return ok(check, 'answers.')
  } catch {
    return failed(check, 'does not answer: start it, or correct REDIS_URL.')
  } finally {
    client.disconnect()
  }
}

const probeBytes = 64 * 1024

async function storage(config: Config): Promise<Finding[]> {
  const check = 'Storage'
  const directory = documentsDirectory(config)
  if (!existsSync(directory))
    return [
      failed(check, `${directory} is not there: start the product once, or look at DATA_DIR.`),
    ]
  const free = await freeBytes(directory)
  const room = `${Math.floor(free / 1_000_000).toLocaleString('en-US')} MB free`
  const space =
    free < minimumFreeBytes
      ? failed('Free space', `${room}: uploads are refused below 200 MB.`)
      : free < 5 * minimumFreeBytes
        ? warning('Free space', `${room}: uploads are refused below 200 MB.`)
        : ok('Free space', `${room}.`)
  const place = config.s3 ? `the bucket ${config.s3.bucket}` : directory
  const files = await openStorage(config)
  const bytes = randomBytes(probeBytes)
  // A random name like any other: if the file is left behind, the sweeper removes it as unowned.
  const received = await files.receive(probeBytes)
  try {
    received.sink.end(bytes)
    await finished(received.sink)
    await received.keep(received.sha256())
    const back: Buffer[] = []
    for await (const chunk of await files.read(received.key)) back.push(chunk as Buffer)
    if (!Buffer.concat(back).equals(bytes))
      return [failed(check, `${place} gives back other bytes.`), space]
  } finally {
    await received.discard()
    await files.remove(received.key)
  }
  return [ok(check, `${place} takes, gives back and removes a file.`), space]
}

async function mail({ mail: settings }: Config): Promise<Finding> {
  const check = 'Mail'
  if (!settings) return notSet(check, 'SMTP_URL is not set: no mail is sent.')
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
  const transporter = createTransport({ url: settings.smtpUrl, ...limits })
  try {
    await transporter.verify()
  } finally {
    transporter.close()
  }
  return ok(check, 'login succeeded; nothing was sent.')
}

export async function lookInside(config: Config): Promise<Finding[]> {
  return [
    ...(await finding('Secret key', () => secretKey(config))),
    ...(await finding('Database', () => database(config))),
    ...(await finding('Redis', () => redis(config))),
    ...(await finding('Storage', () => storage(config))),
    ...(await finding('Mail', () => mail(config))),
  ]
}
