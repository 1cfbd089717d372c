import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { effectiveSettings } from '#features/content/resolved-settings/effective-settings.ts'
import { openBus } from '#test/harness/bus.ts'
import { liveDefaults } from '#test/harness/live-defaults.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { contentInstances, contentState, siteVersions } from '../database/schema.ts'
import { openPubSub } from '../pub-sub/pub-sub.ts'
import { raiseContentVersion } from './content-version.ts'
import { followContent, shownEverywhere } from './instances.ts'
import { openLiveContent } from './live-content.ts'
import { readLiveSettings } from './live-settings.ts'
import {
  canonicalJson,
  readSettings,
  settingsHash,
  settingsSchemaVersion,
} from './settings-document.ts'

type App = Awaited<ReturnType<typeof openTestApp>>

/**
 * Publishes a version with this name, as another instance would.
 * @returns the content's version.
 */
async function publishName({ db }: App, number: number, name: string): Promise<number> {
  const { document } = liveDefaults()
  const changed = { ...document, firm: { ...document.firm, name } }
  return db.transaction(async (tx) => {
    await tx.insert(siteVersions).values({
      number,
      document: changed,
      sha256: settingsHash(changed),
      kind: 'publish',
      schemaVersion: settingsSchemaVersion,
    })
    return raiseContentVersion(tx)
  })
}

/** Opens another instance on the app's database. */
async function instance({ db }: App, pubSub = openPubSub()) {
  const content = openLiveContent(db, liveDefaults(), effectiveSettings({}))
  const log = { warn: () => {} }
  const following = followContent({ db, pubSub, content, log, several: true })
  await following.ready()
  return { content, pubSub, name: () => content.settings().document.firm.name, ...following }
}

test('canonical JSON has no spaces and its names in order, at every depth', () => {
  const value = { b: [1, { d: 'é\n', c: null }], a: 0.5, '\u20ac': true, Z: undefined }
  expect(canonicalJson(value)).toBe('{"a":0.5,"b":[1,{"c":null,"d":"é\\n"}],"€":true}')
  const { document } = liveDefaults()
  const turned = Object.fromEntries(Object.entries(document).reverse()) as typeof document
  expect(settingsHash(turned)).toEqual(settingsHash(document))
})

test('a document of another form is not read', () => {
  const { document } = liveDefaults()
  expect(readSettings(document, settingsSchemaVersion)).toEqual(document)
  expect(readSettings(document, settingsSchemaVersion + 1)).toBeUndefined()
  const first = {
    ...document,
    firm: { ...document.firm, currency: 'USD' },
    statistics: { ...document.statistics, whenExpired: 'mark' },
  }
  expect(readSettings(first, 1)).toEqual(document)
  expect(readSettings(first, settingsSchemaVersion)).toBeUndefined()
  expect(readSettings({ ...document, firm: {} }, settingsSchemaVersion)).toBeUndefined()
  expect(readSettings(null, settingsSchemaVersion)).toBeUndefined()
})

test('of versions that cannot be read, the newest readable one is live', async () => {
  await using app = await openTestApp({ seeded: true })
  await publishName(app, 2, 'Two')
  await publishName(app, 3, 'Three')
  await app.db.execute(sql`update site_versions set document = '{"x": 1}' where number = 3`)
  const live = await readLiveSettings(app.db)
  expect(live).toMatchObject({ number: 2, unreadable: 3, document: { firm: { name: 'Two' } } })
})

test('another instance shows a version after the message, and says so', async () => {
  await using app = await openTestApp({ seeded: true })
  const bus = openBus()
  const [near, far] = [openPubSub(bus.broker), openPubSub(bus.broker)]
  const other = await instance(app, far)
  const dropped: string[] = []
  other.content.onChange(() => dropped.push(other.name()))
  const version = await publishName(app, 2, 'Two')
  expect(other.content.settings().number).toBe(1)
  near.publish({ kind: 'content' })
  expect(await shownEverywhere(app.db, version)).toBe(true)
  expect([other.name(), dropped]).toEqual(['Two', ['Two']])
  await other.close()
  expect(await app.db.$count(contentInstances)).toBe(0)
  await Promise.all([near.close(), far.close()])
})

test('without a message it is compared within two seconds', async () => {
  await using app = await openTestApp({ seeded: true })
  const other = await instance(app)
  const version = await publishName(app, 2, 'Two')
  await expect.poll(other.name, { interval: 20 }).toBe('Two')
  await expect.poll(() => shownEverywhere(app.db, version)).toBe(true)
  await other.close()
})

test('an instance that does not follow makes it false, one that is gone does not', async () => {
  await using app = await openTestApp({ seeded: true })
  const instanceId = '0190a0b0-0000-7000-8000-000000000000'
  await app.db.insert(contentInstances).values({ instanceId, appliedVersion: 1 })
  const version = await publishName(app, 2, 'Two')
  expect(await shownEverywhere(app.db, version)).toBe(false)
  await app.db.execute(sql`update content_instances set seen_at = now() - interval '7 seconds'`)
  expect(await shownEverywhere(app.db, version)).toBe(true)
})

test('a transaction sees the version of its own snapshot, from memory where that is the same', async () => {
  await using app = await openTestApp({ seeded: true })
  const content = openLiveContent(app.db, liveDefaults(), effectiveSettings({}))
  await content.refresh()
  const seen = () => app.db.transaction((tx) => content.resolvedIn(tx))
  expect(await seen()).toBe(content.resolved())
  await publishName(app, 2, 'Two')
  expect((await seen()).firm.name).toBe('Two')
  expect(content.resolved().firm.name).not.toBe('Two')
  await content.refresh()
  expect(await seen()).toBe(content.resolved())
})

test('an instance never goes back to an older version', async () => {
  await using app = await openTestApp({ seeded: true })
  const content = openLiveContent(app.db, liveDefaults(), effectiveSettings({}))
  await publishName(app, 2, 'Two')
  await content.refresh()
  expect(content.settings().number).toBe(2)
  await app.db.execute(sql`delete from site_versions where number = 2`)
  await app.db.update(contentState).set({ version: 1 })
  await content.refresh()
  expect(content.settings().number).toBe(2)
})

test('every change of services raises the version of the content in its transaction', async () => {
  await using app = await openTestApp({ seeded: true })
  const version = async () => (await app.db.select().from(contentState))[0]?.version ?? 0
  const before = await version()
  const failing = app.db.transaction(async (tx) => {
    await raiseContentVersion(tx)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await version()).toBe(before)
})
