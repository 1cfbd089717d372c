import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { hash } from '@node-rs/argon2'
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import {
  type CallOptions,
  call,
  type Endpoint,
  headersOf,
  type Input,
  type Output,
  type Role,
  type Transport,
  toWire,
} from '#contract/endpoint.ts'
import { Failure, type FailureBody } from '#contract/failure.ts'
import { effectiveSettings } from '#features/content/resolved-settings/effective-settings.ts'
import { readConfig } from '#server/config.ts'
import { openLiveContent } from '#server/content/live-content.ts'
import type { Database } from '#server/database/open.ts'
import * as schema from '#server/database/schema.ts'
import { unlimitedDiskSpace } from '#server/files/disk-space.ts'
import { documentsDirectory, openStorage } from '#server/files/open-storage.ts'
import { diskStorage } from '#server/files/storage-disk.ts'
import { type AppParts, openApp } from '#server/http/app.ts'
import { plan, work } from '#server/jobs/jobs.ts'
import { sendDueMail } from '#server/mail/send-mail.ts'
import { openMetrics } from '#server/metrics/metrics.ts'
import { openPubSub } from '#server/pub-sub/pub-sub.ts'
import { openEncryption } from '#server/security/encryption.ts'
import type { GoogleAccess } from '#server/security/google-access.ts'
import { openSecretKeys } from '#server/security/secret-key.ts'
import type { Dependencies } from '#server/service/context.ts'
import { openJobs } from '#server/service/job-queue.ts'
import { openLimits } from '#server/service/rate-limits.ts'
import { seedSite } from '../../src/seed.ts'
import { addRoutes, jobs, loops, mailHandlers, register } from '../../src/services.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { idleDatabases } from './idle-databases.ts'
import { liveDefaults } from './live-defaults.ts'

export const origin = 'https://counterfoil.example'
export const password = 'a fairly long password'

/** A simulated browser with an address, and with a cookie once it is signed in. */
export type Person = {
  username?: string
  cookie?: string
  call<E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Output<E>>
}

export type TestApp = AsyncDisposable & {
  fastify: FastifyInstance
  db: Database
  database: TestDatabase
  logged: Record<string, unknown>[]
  /** How often services reported a change of public pages. */
  contentChanges: () => number
  deps: Dependencies
  /**
   * Does what the workers of a running product do: parses received mail, runs every due job, and
   * sends mail and notifications.
   */
  work(): Promise<void>
  stranger(address?: string): Person
  person(role: Role, username?: string): Promise<Person>
  /** Signs in to an existing account; throws the server's message when it refuses. */
  signIn(
    username: string,
    more?: { password?: string; code?: string; address?: string },
  ): Promise<Person>
  send(request: InjectOptions): Promise<LightMyRequestResponse>
}

/**
 * The hash has the lowest cost, because checking one of the product takes 20 ms of processor time
 * and nearly every test signs someone in.
 */
const passwordHash = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

const tables = Object.values(schema).filter((value) => is(value, PgTable))

// Only tables with rows are emptied, because that is much faster than truncating all of them. The
// role disables foreign keys and triggers meanwhile.
const emptyEveryTable = sql.raw(`do $$
  declare name text;
  begin
    set local session_replication_role = replica;
    foreach name in array array[${tables.map((table) => `'${getTableName(table)}'`).join(', ')}] loop
      execute format('delete from %I', name);
    end loop;
  end $$`)

async function giveBack(database: TestDatabase): Promise<void> {
  await database.db.execute(emptyEveryTable)
  rmSync(documentsDirectory(readConfig({ DATA_DIR: database.dataDir })), {
    recursive: true,
    force: true,
  })
  idleDatabases.push(database)
}

function transportOf(app: FastifyInstance, remoteAddress: string, cookie?: string): Transport {
  return async (endpoint, input, options) => {
    const { method, url, body } = toWire(endpoint, input as Record<string, unknown>)
    const answer = await app.inject({
      method,
      url,
      remoteAddress,
      headers: {
        origin,
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headersOf(options),
      },
      ...(body !== undefined && { payload: body }),
    })
    if (answer.statusCode < 300) return answer.json() as unknown
    const { code, message, fields, current, changedBy } = answer.json<FailureBody>()
    const retryAfter = Number(answer.headers['retry-after']) || undefined
    throw new Failure(code, message, {
      ...(fields && { fields }),
      ...(retryAfter && { retryAfter }),
      current,
      changedBy,
    })
  }
}

/** Opens the HTTP server with these dependencies, without the site. */
export function appOver(
  deps: Dependencies,
  more: Partial<Pick<AppParts, 'dependencies' | 'log' | 'addSite'>> = {},
): Promise<FastifyInstance> {
  return openApp({
    deps,
    register,
    addRoutes,
    dependencies: [],
    log: pino({ level: 'silent' }),
    isDraining: () => false,
    ...more,
  })
}

/** Makes dependencies over a test's database. Nothing is shared with other tests. */
export function testDependencies(
  db: Database,
  environment: Record<string, string> = {},
  everyDay = false,
): Dependencies {
  const config = readConfig({ PUBLIC_URL: origin, ...environment })
  return {
    config,
    db,
    limits: openLimits(),
    jobs: openJobs(),
    encryption: openEncryption(config.secretKey ? openSecretKeys(config).keys : [randomBytes(32)]),
    pubSub: openPubSub(),
    metrics: openMetrics(),
    storage: diskStorage(documentsDirectory(config)),
    diskSpace: unlimitedDiskSpace,
    revoked: new Set(),
    content: openLiveContent(db, liveDefaults(everyDay), effectiveSettings(config)),
    contentChanged: () => {},
  }
}

/**
 * Opens the whole product except its pages, on a database of its own, called through its contracts.
 * No job, mail or notification runs by itself: they wait for `work()`. `await using app = await
 * openTestApp()` ends it with the test.
 */
export async function openTestApp(
  options: {
    seeded?: boolean
    /** Makes every day a working day, so that deadlines do not depend on the day of the test. */
    everyDay?: boolean
    environment?: Record<string, string>
    google?: GoogleAccess
    /**
     * Another instance to share the database with, which must end after this one. Its secret key is
     * used unless another is set.
     */
    beside?: TestApp
  } = {},
): Promise<TestApp> {
  const { beside } = options
  const database = beside?.database ?? idleDatabases.pop() ?? (await openTestDatabase())
  const { db } = database
  if (options.seeded) await seedSite(db)
  const logged: Record<string, unknown>[] = []
  const log = pino(
    { level: 'debug', base: null },
    { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  )
  let changes = 0
  const environment = { DATA_DIR: database.dataDir, ...options.environment }
  const base = testDependencies(db, environment, options.everyDay)
  const deps: Dependencies = {
    ...base,
    encryption: beside && !base.config.secretKey ? beside.deps.encryption : base.encryption,
    storage: await openStorage(base.config),
    google: options.google,
    contentChanged: () => void changes++,
  }
  const dependencies = [{ name: 'database', answers: () => database.ping() }]
  const app = await appOver(deps, { dependencies, log })
  const personWith = (address: string, more: Pick<Person, 'username' | 'cookie'>): Person => {
    const transport = transportOf(app, address, more.cookie)
    return { ...more, call: (endpoint, input, with_) => call(transport, endpoint, input, with_) }
  }
  const signIn: TestApp['signIn'] = async (
    username,
    { address = '198.51.100.8', ...more } = {},
  ) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: address,
      headers: { origin },
      payload: { username, password, ...more },
    })
    const [set] = [answer.headers['set-cookie']].flat()
    const cookie = set?.split(';')[0]
    if (!cookie) throw new Error(answer.json<FailureBody>().message)
    return personWith(address, { username, cookie })
  }
  return {
    fastify: app,
    db,
    database,
    logged,
    contentChanges: () => changes,
    deps,
    async work() {
      const jobTools = { ...deps, log }
      await plan(jobTools, jobs)
      for (const { step } of loops) while (await step(jobTools)) {}
      while (await work(jobTools, jobs)) {}
      while (await sendDueMail(jobTools, mailHandlers)) {}
      for (const { step } of loops) while (await step(jobTools)) {}
    },
    stranger: (address = '198.51.100.7') => personWith(address, {}),
    signIn,
    async person(role, username = `${role}-${logged.length}`) {
      await db.insert(schema.users).values({
        username,
        role,
        passwordHash: await passwordHash,
        // Sign-ins from a network that the user is known to use do not wait for each other.
        knownNetworks: ['198.51.100.8'],
      })
      return signIn(username)
    },
    send: (request) => app.inject(request),
    async [Symbol.asyncDispose]() {
      await app.close()
      if (!beside) await giveBack(database)
    },
  }
}
