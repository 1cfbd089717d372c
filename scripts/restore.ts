/** `npm run restore -- <backup> [--other-key]` restores a backup into an empty installation. */
import { parseArgs } from 'node:util'
import { restoreBackup } from '../src/server/backup/restore.ts'
import { command, untilStopped } from './operate.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { 'other-key': { type: 'boolean' } },
})
const [backup] = positionals

if (!backup || positionals.length > 1) {
  console.error('Use: npm run restore -- <backup> [--other-key]')
  process.exit(1)
}

await command(async (config) => {
  const { tables, documents, endedAt } = await restoreBackup({
    config,
    backup,
    otherKey: values['other-key'] === true,
    say: console.log,
    signal: untilStopped(),
  })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `Restored ${rows} rows of ${tables.length} tables and ${documents.count} documents of ${endedAt}.`
})
