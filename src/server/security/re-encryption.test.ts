import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { eq, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newDatabase } from '../../../test/database.ts'
import { failureOf } from '../../../test/failure-of.ts'
import { connect, consent, openGoogleTestApp, press } from '../../../test/google.ts'
import { freePort, newDataDirectory, spawnProduct } from '../../../test/product.ts'
import { runCli } from '../../../test/run-cli.ts'
import { openTestApp, origin, type Person, type TestApp } from '../../../test/test-app.ts'
import { google } from '../../features/google/connection/contract.ts'
import { newSecret } from '../../features/identity/second-factor/codes.server.ts'
import { encryptedColumns } from '../../services.ts'
import { readConfig } from '../config.ts'
import { type Database, openDatabase } from '../database/open.ts'
import { users } from '../database/schema.ts'
import { type Encryption, openEncryption } from './encryption.ts'
import { reEncrypt, refuseLostKey } from './re-encryption.ts'

const newKey = () => randomBytes(32)
const base64 = (key: Buffer) => key.toString('base64')

/** Every encrypted value of a database by its place. */
async function sealedIn({ db }: TestApp): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { table, key, column, place } of encryptedColumns) {
    const rows = (await db.select({ key, text: column }).from(table)) as {
      key: string | Uint8Array
      text: string | null
    }[]
    for (const row of rows) if (row.text) found.set(place(row.key), row.text)
  }
  return found
}

/** Test app with every kind of encrypted value: tokens, a consent and a second factor. */
async function openAppWithSecrets() {
  const key = newKey()
  const place = await openGoogleTestApp({ environment: { SECRET_KEY: base64(key) } })
  const { app } = place
  for (const service of ['drive', 'calendar'] as const) await connect(place, service)
  await press(place, 'drive')
  await press(place, 'calendar')
  await consent(place, 'gmail')
  const [mara] = await app.db.select().from(users).where(eq(users.username, 'mara'))
  if (!mara) throw new Error('no user')
  const totpSecretSealed = newSecret(app.deps, mara).encrypted
  await app.db.update(users).set({ totpSecretSealed, totpConfirmedAt: new Date() })
  return { ...place, key, secretPlace: `users|${mara.id}|totp` }
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

test('re-encrypts everything, so that the new key alone decrypts it', async () => {
  await using place = await openAppWithSecrets()
  const { app, access } = place
  const key = newKey()
  const before = await sealedIn(app)
  expect(before.size, 'two grants with two tokens, a consent, a second factor').toBe(6)
  const opened = (encryption: Encryption, all: Map<string, string>) =>
    [...all].map(([where, sealed]) => [where, encryption.decrypt(sealed, where)])
  const plain = opened(app.deps.encryption, before)
  const both = openEncryption([key, place.key])
  expect(await reEncrypt(app.db, both, encryptedColumns)).toEqual({
    renewed: 6,
    forgotten: 0,
    unreadable: {},
  })
  expect(opened(openEncryption([key]), await sealedIn(app))).toEqual(plain)
  expect(await reEncrypt(app.db, both, encryptedColumns)).toMatchObject({ renewed: 0 })
  await using after = await openTestApp({
    beside: app,
    google: access,
    environment: { SECRET_KEY: base64(key) },
  })
  await refuseLostKey(after.deps, encryptedColumns)
  expect((await confirm(after, place.admin)).statusCode).toBe(200)
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
  await using place = await openAppWithSecrets()
  const { app, admin, access, secretPlace } = place
  const key = newKey()
  const both = openEncryption([key, place.key])
  // The product's concurrent write is not overwritten.
  const newest = app.deps.encryption.encrypt('newest', secretPlace)
  const write = () => app.db.update(users).set({ totpSecretSealed: newest })
  await reEncrypt(changedMeanwhile(app, write), both, encryptedColumns.slice(0, 1))
  expect((await sealedIn(app)).get(secretPlace)).toBe(newest)

  let sealed = 0
  const stopping: Encryption = {
    ...both,
    encrypt(plain, where) {
      if (sealed++ === 2) throw new Error('stopped')
      return both.encrypt(plain, where)
    },
  }
  await expect(reEncrypt(app.db, stopping, encryptedColumns)).rejects.toThrow('stopped')
  const half = [...(await sealedIn(app)).values()]
  expect(half.filter((one) => one.startsWith(both.prefixes[0]))).toHaveLength(2)

  await using beside = await openTestApp({
    beside: app,
    google: access,
    environment: { SECRET_KEY: base64(key), SECRET_KEYS_OLD: base64(place.key) },
  })
  const [, confirmed] = await Promise.all([
    reEncrypt(app.db, both, encryptedColumns),
    confirm(beside, admin),
  ])
  expect(confirmed.statusCode).toBe(200)
  await reEncrypt(app.db, both, encryptedColumns)
  const after = await sealedIn(app)
  expect(both.decrypt(after.get(secretPlace) ?? '', secretPlace)).toBe('newest')
  for (const one of after.values()) expect(one.startsWith(both.prefixes[0])).toBe(true)
})

test('values that no key decrypts are left and counted, and dropped only on request', async () => {
  await using place = await openAppWithSecrets()
  const { app, admin } = place
  const lost = openEncryption([newKey()])
  const config = readConfig({ SECRET_KEY: base64(newKey()) })
  await expect(
    refuseLostKey({ db: app.db, encryption: lost, config }, encryptedColumns),
  ).rejects.toThrow(
    /^SECRET_KEY does not open .*users\.totp_secret_sealed \(1\) and google_grants\.refresh_token_sealed \(2\): set SECRET_KEY .*SECRET_KEYS_OLD/,
  )
  const before = await sealedIn(app)
  expect(await reEncrypt(app.db, lost, encryptedColumns)).toEqual({
    renewed: 0,
    forgotten: 0,
    unreadable: {
      'users.totp_secret_sealed': 1,
      'google_grants.refresh_token_sealed': 2,
      'google_grants.access_token_sealed': 2,
      'google_consents.code_verifier_sealed': 1,
    },
  })
  expect(await sealedIn(app)).toEqual(before)
  expect(await reEncrypt(app.db, lost, encryptedColumns, true)).toMatchObject({ unreadable: {} })
  expect(await sealedIn(app)).toEqual(new Map())
  await refuseLostKey({ db: app.db, encryption: lost, config }, encryptedColumns)
  const { grants } = await admin.call(google.status, {})
  expect(grants.map(({ state }) => state)).toEqual(['needs_reconnect', 'needs_reconnect'])
  expect((await failureOf(press(place, 'drive'))).code).toBe('google_reconnect')
  // With the second factor off, the password alone is enough again.
  await app.signIn('mara')
})

test('a start with another key is refused by the name of the variable, until reseal has run', async () => {
  const [dataDir, databaseUrl] = [newDataDirectory(), await newDatabase()]
  const [first, second] = [newKey(), newKey()]
  const open = () => openDatabase({ dataDir, databaseUrl })
  const database = await open()
  const person = { id: '01a1f904-ccfd-7ae2-b26f-4793b12995ef', username: 'mara' }
  const { encrypted } = newSecret({ encryption: openEncryption([first]) } as never, person)
  await database.db
    .insert(users)
    .values({ ...person, passwordHash: '', role: 'owner', totpSecretSealed: encrypted })
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
    /^Not started: SECRET_KEY does not open what is sealed in users\.totp_secret_sealed \(1\)[^\n]+\n$/,
  )
  for (const key of [first, second]) expect(refused.output()).not.toContain(base64(key))
  const old = { ...environment, SECRET_KEYS_OLD: base64(first) }
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
    openEncryption([second]).decrypt(mara?.totpSecretSealed ?? '', `users|${person.id}|totp`),
  ).toContain('secret')
  await after.close()
  rmSync(dataDir, { recursive: true, force: true })
})
