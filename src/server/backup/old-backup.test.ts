import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emptyInstallation, openInstallation } from '#test/harness/installation.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { projectDocuments } from '../database/schema.ts'
import { restoreBackup } from './restore.ts'

/** Made from `npm run seed:demo` by the last release on PGlite, in November 2026. */
const archive = fileURLToPath(
  new URL('../../../test/harness/backup-of-pglite.tgz', import.meta.url),
)

/** By later releases, which also dropped the table of counts. */
const renamed: Record<string, string> = {
  creations: 'idempotency_keys',
  marks: 'stored_state',
}

for (const kind of ['own and disk', 'outside and disk'] as const) {
  test(`a backup of the embedded database of former releases is restored to ${kind}`, async () => {
    const folder = temporaryDirectory()
    execFileSync('tar', ['-xzf', archive, '-C', folder])
    const installation = await emptyInstallation(kind)
    const { tables, documents } = await restoreBackup({
      config: installation.config,
      backup: join(folder, 'backup'),
      report: () => {},
    })
    expect(documents.count).toBe(48)
    await using restored = await openInstallation(installation)
    const { db } = restored.database
    for (const { name: former, rows } of tables.filter(({ name }) => name !== 'client_counts')) {
      const name = renamed[former] ?? former
      const { rows: counted } = await db.execute(
        sql`select count(*)::int as rows from ${sql.identifier(name)}`,
      )
      expect([name, counted[0]?.rows]).toEqual([name, rows])
    }
    const chiara = await db.execute(
      sql`select company, status, created_at::text from clients where name = 'Chiara Rossetti'`,
    )
    expect(chiara.rows).toEqual([
      { company: 'Rossetti Ceramics', status: 'inactive', created_at: '2026-08-06 18:53:51+00' },
    ])
    for (const { storageKey, sha256 } of await db.select().from(projectDocuments)) {
      const bytes = await buffer(await restored.storage.read(storageKey))
      expect(createHash('sha256').update(bytes).digest()).toEqual(Buffer.from(sha256))
    }
  })
}
