import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Finding } from '#cli/doctor-findings.ts'
import { checkSettings, checkSiteSettings } from '#cli/doctor-settings.ts'
import { readConfig } from '#server/config.ts'
import { settingsHash } from '#server/content/settings-document.ts'
import { openDatabase } from '#server/database/open.ts'
import { pages, siteVersions } from '#server/database/schema.ts'
import { seedSite } from '../../src/seed.ts'
import { newDatabase } from '../harness/database.ts'
import { liveDefaults } from '../harness/live-defaults.ts'
import { temporaryDirectory } from '../harness/temporary-directory.ts'

const now = new Date('2026-11-23T12:00:00Z')
const brief = (findings: Finding[]) => findings.map(({ check, status }) => [check, status])
const { document } = liveDefaults()

test('the defaults at a public https address are warned of, elsewhere they are no matter', () => {
  const judged = checkSettings(document, 'https://www.n.example', now)
  expect(brief(judged)).toEqual([
    ['Own site', 'warning'],
    ['Holidays', 'warning'],
  ])
  expect(judged[0]?.words).toBe(
    'still shows the default name, the default email address, demo content: change that under Site.',
  )
  for (const address of ['http://localhost:3000', 'https://127.0.0.1']) {
    expect(brief(checkSettings(document, address, now))).toEqual([
      ['Own site', 'not set'],
      ['Holidays', 'not set'],
    ])
  }
})

test('an own site with a holiday ahead is sound', () => {
  const holiday = { name: 'Day', date: '2027-01-01', yearly: false, chat: [], office: [] }
  const own = {
    ...document,
    firm: { ...document.firm, name: 'Nordlicht' },
    contact: { ...document.contact, email: 'hi@n.example' },
    demo: { ...document.demo, showDemoContent: false },
    hours: { ...document.hours, holidays: [holiday] },
  }
  expect(brief(checkSettings(own, 'https://www.n.example', now))).toEqual([
    ['Own site', 'ok'],
    ['Holidays', 'ok'],
  ])
})

test('a live version that cannot be read fails, and so do none at all and a privacy text of the demonstration', async () => {
  const databaseUrl = await newDatabase()
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: temporaryDirectory(),
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const database = await openDatabase(config)
  try {
    const [none] = await checkSiteSettings(config)
    expect(none).toMatchObject({ check: 'Site settings', status: 'failed' })
    await seedSite(database.db)
    const [sound] = await checkSiteSettings(config)
    expect(sound).toMatchObject({ status: 'ok', words: 'version 1 is live.' })
    const demo = { ...document, demo: { ...document.demo, showDemoContent: false } }
    await database.db.update(siteVersions).set({ document: demo })
    expect(brief(await checkSiteSettings(config)).slice(0, 2)).toEqual([
      ['Site settings', 'ok'],
      ['Privacy text', 'failed'],
    ])
    await database.db.update(pages).set({ demo: false })
    expect(brief(await checkSiteSettings(config))[1]).toEqual(['Own site', 'not set'])
    const newer = { kind: 'publish', schemaVersion: 99, sha256: settingsHash(document) } as const
    await database.db.insert(siteVersions).values({ ...newer, number: 2, document: sql`'{}'` })
    const [unreadable] = await checkSiteSettings(config)
    expect(unreadable).toMatchObject({
      status: 'failed',
      words: 'version 2 cannot be read, 1 is shown: update.',
    })
  } finally {
    await database.close()
  }
})
