import { makeBackup } from '#server/backup/backup.ts'
import { recordBackup } from '#server/backup/outcome.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { type Arguments, command, untilStopped } from './operate.ts'

/** The backup is complete except for documents that storage had already lost or damaged. */
const incomplete = 2

export const recordFailure = () =>
  command(async (config) => {
    await recordBackup(config, 'failed')
    return 'Recorded: the back-office and the doctor say that the backup failed.'
  })

export const backup = ({ words: [target = ''], flags }: Arguments) =>
  command(async (config) => {
    const start = performance.now()
    const signal = untilStopped()
    const withKey = flags.has('with-key')
    const made = await makeBackup({ config, target, withKey, report: console.log, signal }).catch(
      async (error: unknown) => {
        // A person who interrupts the backup needs no record. If the database is unreachable,
        // owners are notified after two days.
        if (!signal.aborted) await recordBackup(config, 'failed').catch(() => {})
        throw error
      },
    )
    await recordBackup(config, 'succeeded').catch(() => {
      console.error('The backup is complete, but the database could not record it.')
    })
    const { documents, secretKey } = made
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    if (documents.missing + documents.damaged > 0) process.exitCode = incomplete
    return [
      `${documents.count} documents, ${(documents.bytes / 1024 ** 2).toFixed(1)} MB.`,
      secretKey?.included
        ? 'The secret key is in it: keep it as safe as the installation itself.'
        : 'The secret key is not in it: keep that elsewhere, without it second factors and Google connections are lost.',
      `Backed up to ${target} in ${seconds} s.`,
    ].join('\n')
  })

export const restore = ({ words: [source = ''], flags }: Arguments) =>
  command(async (config) => {
    const { tables, documents, endedAt } = await restoreBackup({
      config,
      backup: source,
      otherKey: flags.has('other-key'),
      report: console.log,
      signal: untilStopped(),
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return `Restored ${rows} rows of ${tables.length} tables and ${documents.count} documents of ${endedAt}.`
  })
