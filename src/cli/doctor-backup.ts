import { drizzle } from 'drizzle-orm/node-postgres'
import { readBackupState } from '#server/backup/outcome.ts'
import type { Config } from '#server/config.ts'
import { connectToDatabase } from './doctor-database.ts'
import { type Finding, failed, notSet, ok, warning } from './doctor-findings.ts'

const check = 'Backup'
const look =
  'look at journalctl -u counterfoil-backup, then make one: systemctl start counterfoil-backup'

const hoursSince = (at: Date | undefined) =>
  at ? `${Math.floor((Date.now() - at.getTime()) / 3_600_000)} hours ago` : 'never'

export async function checkBackups(config: Config): Promise<Finding> {
  const client = await connectToDatabase(config)
  if (!client) return notSet(check, 'checked only while the product runs.')
  try {
    const { state, succeededAt, failedAt } = await readBackupState(drizzle({ client }))
    const last = `the last good one was made ${hoursSince(succeededAt)}`
    if (state === 'failed') {
      return failed(check, `failed ${hoursSince(failedAt)}, ${last}: ${look}.`)
    }
    if (state === 'overdue') return failed(check, `${last}: ${look}.`)
    return state === 'good'
      ? ok(check, `${last}.`)
      : warning(check, 'none was ever made: docs/operations.md, step 8.')
  } finally {
    await client.end()
  }
}
