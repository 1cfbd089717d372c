import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { newEmptyDatabase } from '#test/harness/database.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { seedSite } from '../../seed.ts'
import { knownVersions, makeTables } from '../backup/schema-version.ts'
import { inTransaction } from '../backup/source.ts'
import { readLiveSettings } from '../content/live-settings.ts'
import { openDatabase } from './open.ts'
import { services, siteDrafts, siteVersions } from './schema.ts'

const before = '0012_find_snoozed_and_undelivered'

test('an installation of before gets version 1 of its settings once, and keeps its content', async () => {
  const databaseUrl = await newEmptyDatabase()
  const connection = new Client({ connectionString: databaseUrl })
  await connection.connect()
  const version = knownVersions().find(({ name }) => name === before)
  if (!version) throw new Error('no such version')
  await inTransaction(connection, '', () => makeTables(connection, version))
  await connection.query(`
    INSERT INTO marks (name) VALUES ('seed:site:1');
    INSERT INTO services (id, slug, title, description, category, active)
    SELECT gen_random_uuid(), 'own-' || n, 'Own ' || n, 'x', 'x', n < 4 FROM generate_series(1, 4) n`)
  await connection.end()

  const database = await openDatabase({ dataDir: temporaryDirectory(), databaseUrl })
  const { db } = database
  await Promise.all([seedSite(db), seedSite(db), seedSite(db)])
  expect(await db.$count(services)).toBe(4)
  expect(await db.$count(siteDrafts)).toBe(12)
  const live = await readLiveSettings(db)
  expect(live).toMatchObject({
    number: 1,
    document: { home: { servicesHeading: 'Three kinds of work we take off desks' } },
  })
  await db.update(siteVersions).set({ note: 'Changed since' })
  await db.execute(sql`update site_drafts set revision = 7`)
  await seedSite(db)
  expect(await db.select({ note: siteVersions.note }).from(siteVersions)).toEqual([
    { note: 'Changed since' },
  ])
  const revisions = await db.selectDistinct({ revision: siteDrafts.revision }).from(siteDrafts)
  expect(revisions).toEqual([{ revision: 7 }])
  await database.close()
})
