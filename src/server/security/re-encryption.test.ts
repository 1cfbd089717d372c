import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq, getTableColumns, is, type SQL } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { google } from '#features/google/connection/contract.ts'
import { newSecret } from '#features/identity/second-factor/codes.server.ts'
import { newDatabase } from '#test/harness/database.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { connect, consent, openGoogleTestApp, press } from '#test/harness/google.ts'
import { freePort, newDataDirectory, spawnProduct } from '#test/harness/product.ts'
import { runCli } from '#test/harness/run-cli.ts'
import {
  openTestApp,
  origin,
  type Person,
  type TestApp,
  testDependencies,
} from '#test/harness/test-app.ts'
import { encryptedColumns } from '../../services.ts'
import { readConfig } from '../config.ts'
import { type Database, openDatabase } from '../database/open.ts'
import * as schema from '../database/schema.ts'
import { type Encryption, openEncryption } from './encryption.ts'
import { reEncrypt, refuseLostKey } from './re-encryption.ts'

const { users } = schema

const newKey = () => randomBytes(32)
const base64 = (key: Buffer) => key.toString('base64')

/** Maps the place of every encrypted value in a database to the value. */
async function encryptedIn({ db }: TestApp): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { table, key, column, associatedData } of encryptedColumns) {
    const rows = (await db.select({ key, text: column }).from(table)) as {
      key: string | Uint8Array
      text: string | null
    }[]
    for (const row of rows) if (row.text) found.set(associatedData(row.key), row.text)
  }
  return found
}

/** Opens a test app with every kind of encrypted value: tokens, a consent and a second factor. */
async function openAppWithSecrets() {
  const key = newKey()
  const scene = await openGoogleTestApp({ environment: { SECRET_KEY: base64(key) } })
  const { app } = scene
  for (const service of ['drive', 'calendar'] as const) await connect(scene, service)
  await press(scene, 'drive')
  await press(scene, 'calendar')
  await consent(scene, 'gmail')
  const [mara] = await app.db.select().from(users).where(eq(users.username, 'mara'))
  if (!mara) throw new Error('no user')
  const totpSecretEncrypted = newSecret(app.deps, mara).encrypted
  await app.db.update(users).set({ totpSecretEncrypted, totpConfirmedAt: new Date() })
  return { ...scene, key, secretName: `users|${mara.id}|totp` }
}

/** Refreshes a grant's token at another instance than the one used for sign-in. */
function confirm(app: TestApp, { cookie = '' }: Person) {
  return app.send({
    method: 'POST',
    url: '/api/google/auth',
    headers: { origin, cookie },
    payload: { serviceType: 'drive' },
  })
}

test('every column of encrypted text is known', () => {
  const stored = Object.values<unknown>(schema)
    .filter((each) => is(each, PgTable))
    .flatMap((table) =>
      Object.entries(getTableColumns(table))
        .filter(([name, { name: stored }]) => /Encrypted$/.test(name) || /_encrypted$/.test(stored))
        .map(([, column]) => column),
    )
  expect(new Set(encryptedColumns.map(({ column }) => column))).toEqual(new Set(stored))
})

test('re-encrypts everything, so that the new key alone decrypts it', async () => {
  await using scene = await openAppWithSecrets()
  const { app, access } = scene
  const key = newKey()
  const before = await encryptedIn(app)
  expect(before.size, 'two grants with two tokens, a consent, a second factor').toBe(6)
  const opened = (encryption: Encryption, all: Map<string, string>) =>
    // The order of the rows is not defined.
    new Map([...all].map(([where, encrypted]) => [where, encryption.decrypt(encrypted, where)]))
  const plain = opened(app.deps.encryption, before)
  const both = openEncryption([key, scene.key])
  expect(await reEncrypt(app.db, both, encryptedColumns)).toEqual({
    renewed: 6,
    forgotten: 0,
    unreadable: {},
  })
  expect(opened(openEncryption([key]), await encryptedIn(app))).toEqual(plain)
  expect(await reEncrypt(app.db, both, encryptedColumns)).toMatchObject({ renewed: 0 })
  await using after = await openTestApp({
    beside: app,
    google: access,
    environment: { SECRET_KEY: base64(key) },
  })
  await refuseLostKey(after.deps, encryptedColumns)
  expect((await confirm(after, scene.admin)).statusCode).toBe(200)
})

/** Simulates a concurrent change between the reading and the writing of a value. */
function changedMeanwhile({ db }: TestApp, change: () => Promise<unknown>): Database {
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'update') return Reflect.get(target, name)
      return (table: typeof users) => ({
        set: (values: object) => ({
          where: (condition: SQL) => ({
            returning: async (fields: { key: typeof users.id }) => {
              await change()
              return target.update(table).set(values).where(condition).returning(fields)
            },
          }),
        }),
      })
    },
  })
}

test('an interrupted re-encryption continues, and reverts nothing that a running product writes', async () => {
  await using scene = await openAppWithSecrets()
  const { app, admin, access, secretName } = scene
  const key = newKey()
  const both = openEncryption([key, scene.key])
  // The product's concurrent write must not be overwritten.
  const newest = app.deps.encryption.encrypt('newest', secretName)
  const write = () => app.db.update(users).set({ totpSecretEncrypted: newest })
  await reEncrypt(changedMeanwhile(app, write), both, encryptedColumns.slice(0, 1))
  expect((await encryptedIn(app)).get(secretName)).toBe(newest)

  let count = 0
  const stopping: Encryption = {
    ...both,
    encrypt(plain, where) {
      if (count++ === 2) throw new Error('stopped')
      return both.encrypt(plain, where)
    },
  }
  await expect(reEncrypt(app.db, stopping, encryptedColumns)).rejects.toThrow('stopped')
  const half = [...(await encryptedIn(app)).values()]
  expect(half.filter((one) => one.startsWith(both.prefixes[0]))).toHaveLength(2)

  await using beside = await openTestApp({
    beside: app,
    google: access,
    environment: { SECRET_KEY: base64(key), SECRET_KEYS_OLD: base64(scene.key) },
  })
  const [, confirmed] = await Promise.all([
    reEncrypt(app.db, both, encryptedColumns),
    confirm(beside, admin),
  ])
  expect(confirmed.statusCode).toBe(200)
  await reEncrypt(app.db, both, encryptedColumns)
  const after = await encryptedIn(app)
  expect(both.decrypt(after.get(secretName) ?? '', secretName)).toBe('newest')
  for (const one of after.values()) expect(one.startsWith(both.prefixes[0])).toBe(true)
})

test('values that no key decrypts are left and counted, and dropped only on request', async () => {
  await using scene = await openAppWithSecrets()
  const { app, admin } = scene
  const lost = openEncryption([newKey()])
  const config = readConfig({ SECRET_KEY: base64(newKey()) })
  await expect(
    refuseLostKey({ db: app.db, encryption: lost, config }, encryptedColumns),
  ).rejects.toThrow(
    /^SECRET_KEY does not decrypt .*users\.totp_secret_encrypted \(1\) and google_grants\.refresh_token_encrypted \(2\): set SECRET_KEY .*SECRET_KEYS_OLD/,
  )
  const before = await encryptedIn(app)
  expect(await reEncrypt(app.db, lost, encryptedColumns)).toEqual({
    renewed: 0,
    forgotten: 0,
    unreadable: {
      'users.totp_secret_encrypted': 1,
      'google_grants.refresh_token_encrypted': 2,
      'google_grants.access_token_encrypted': 2,
      'google_consents.code_verifier_encrypted': 1,
    },
  })
  expect(await encryptedIn(app)).toEqual(before)
  expect(await reEncrypt(app.db, lost, encryptedColumns, true)).toMatchObject({ unreadable: {} })
  expect(await encryptedIn(app)).toEqual(new Map())
  await refuseLostKey({ db: app.db, encryption: lost, config }, encryptedColumns)
  const { grants } = await admin.call(google.status, {})
  expect(grants.map(({ state }) => state)).toEqual(['needs_reconnect', 'needs_reconnect'])
  expect((await failureOf(press(scene, 'drive'))).code).toBe('google_reconnect')
  // With the second factor off, the password alone is enough again.
  await app.signIn('mara')
})

test('a start with another key is refused by the name of the variable, until reseal has run', async () => {
  const [dataDir, databaseUrl] = [newDataDirectory(), await newDatabase()]
  const [first, second] = [newKey(), newKey()]
  const open = () => openDatabase({ dataDir, databaseUrl })
  const database = await open()
  const person = { id: '01a1f904-ccfd-7ae2-b26f-4793b12995ef', username: 'mara' }
  const { encrypted } = newSecret(
    { ...testDependencies(database.db), encryption: openEncryption([first]) },
    person,
  )
  await database.db
    .insert(users)
    .values({ ...person, passwordHash: '', role: 'owner', totpSecretEncrypted: encrypted })
  await database.close()
  const environment = {
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    SECRET_KEY: base64(second),
    DATABASE_URL: databaseUrl,
  }
  const refused = spawnProduct({ ...environment, PORT: String(await freePort()) })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toMatch(
    /^Not started: SECRET_KEY does not decrypt what is stored in users\.totp_secret_encrypted \(1\)[^\n]+\n$/,
  )
  for (const key of [first, second]) expect(refused.output()).not.toContain(base64(key))
  const old = { ...environment, SECRET_KEYS_OLD: base64(first) }
  mkdirSync(join(dataDir, 'documents'))
  expect(await runCli(['reseal'], old)).toEqual({
    output: '1 values encrypted with the current key; none is left under an older one.\n',
    errors: '',
    code: 0,
  })
  const after = await open()
  const [mara] = await after.db.select().from(users).where(eq(users.username, 'mara'))
  const config = readConfig(environment)
  await refuseLostKey(
    { db: after.db, encryption: openEncryption([second]), config },
    encryptedColumns,
  )
  expect(
    openEncryption([second]).decrypt(mara?.totpSecretEncrypted ?? '', `users|${person.id}|totp`),
  ).toContain('secret')
  await after.close()
  rmSync(dataDir, { recursive: true, force: true })
})
