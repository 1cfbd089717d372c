import { expect, test } from 'vitest'
import { auditEntries, siteVersions } from '#server/database/schema.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { defaultSettings } from '../resolved-settings/defaults.ts'
import { siteSettings } from './contract.ts'

const usual = defaultSettings()

test('a version is shown, and restored whole or in part as a new one', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  await save(admin, 'firm', { name: 'One' })
  await save(admin, 'home', { lead: 'Two' })
  await publish(admin, ['firm', 'home'])
  const shown = await admin.call(siteSettings.version, { number: '2' })
  expect(shown).toMatchObject({
    sections: ['firm', 'home'],
    document: { firm: { name: 'One' }, home: { lead: 'Two' } },
  })
  const restoring = { number: '1', expectedVersion: 2, kind: 'restore' as const }
  const part = await admin.call(siteSettings.restore, { ...restoring, sections: ['home'] })
  expect(part.version).toBe(3)
  expect(app.deps.content.settings().document).toMatchObject({
    firm: { name: 'One' },
    home: { lead: usual.home.lead },
  })
  await expect(admin.call(siteSettings.restore, restoring)).rejects.toMatchObject({
    code: 'conflict',
  })
  await admin.call(siteSettings.restore, { ...restoring, expectedVersion: 3 })
  const { document } = await admin.call(siteSettings.show, {})
  expect(document).toEqual(usual)
  const { items } = await admin.call(siteSettings.versions, { limit: 2 })
  expect(items[0]).toMatchObject({
    number: 4,
    kind: 'restore',
    restoredFrom: 1,
    sections: ['firm'],
  })
  const rest = await admin.call(siteSettings.versions, { after: '3' })
  expect(rest).toMatchObject({ items: [{ number: 2 }, { number: 1 }], next: null })
  const second = await admin.call(siteSettings.versions, { page: 2, limit: 3 })
  expect(second).toMatchObject({ items: [{ number: 1 }], next: null, total: 4 })
})

test('of a publish and restores at once one succeeds', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  await save(admin, 'firm', { name: 'One' })
  await publish(admin, ['firm'])
  const { revision } = await save(admin, 'home', { lead: 'Two' })
  const restoring = { number: '1', expectedVersion: 2, kind: 'restore' as const }
  const results = await Promise.allSettled([
    ...Array.from({ length: 4 }, () => admin.call(siteSettings.restore, restoring)),
    admin.call(siteSettings.publish, {
      expectedVersion: 2,
      sections: [{ section: 'home', revision }],
    }),
  ])
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(4)
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'conflict' } })
})

test('undo takes back the live version and nothing else', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  for (const name of ['One', 'Two']) {
    await save(admin, 'firm', { name })
    await publish(admin, ['firm'])
  }
  const undo = (number: string, expectedVersion: number) =>
    admin.call(siteSettings.restore, { number, expectedVersion, kind: 'undo' })
  await expect(undo('1', 3)).rejects.toMatchObject({ code: 'conflict' })
  await expect(undo('1', 2)).rejects.toMatchObject({ message: /^Version 3 was published by/ })
  expect(await undo('2', 3)).toMatchObject({ version: 4 })
  expect(app.deps.content.settings().document.firm.name).toBe('One')
})

test('the audit log names sections and numbers, never texts', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  await save(owner, 'firm', { name: 'Secret name' })
  await publish(owner, ['firm'], 'Secret note')
  await save(owner, 'home', { lead: 'Secret lead' })
  await owner.call(siteSettings.discardDraft, { section: 'home', revision: 2 })
  const undo = { number: '1', expectedVersion: 2, kind: 'undo' as const }
  await owner.call(siteSettings.restore, undo)
  const entries = await app.db.select().from(auditEntries).orderBy(auditEntries.at, auditEntries.id)
  expect(entries.map(({ action }) => action)).toEqual([
    'settings.published',
    'settings.discarded',
    'settings.restored',
  ])
  expect(entries[0]?.details).toMatchObject({ number: 2, sections: ['firm'] })
  expect(JSON.stringify(entries)).not.toContain('Secret')
})

test('a version of a newer program is served by none and not published over', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const { revision } = await save(admin, 'firm', { name: 'Mine' })
  const [first] = await app.db.select().from(siteVersions)
  if (!first) throw new Error('no version')
  await app.db
    .insert(siteVersions)
    .values({ ...first, number: 2, kind: 'publish', schemaVersion: 99, document: { new: 1 } })
  expect((await admin.call(siteSettings.show, {})).version).toBe(1)
  for (const expectedVersion of [1, 2]) {
    const sections = [{ section: 'firm' as const, revision }]
    const publishing = admin.call(siteSettings.publish, { expectedVersion, sections })
    await expect(publishing).rejects.toMatchObject({ code: 'conflict' })
  }
})
