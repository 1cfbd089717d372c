import { makeBackup } from '#server/backup/backup.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { type Arguments, command, untilStopped } from './operate.ts'

/** The backup was made, but documents were missing or damaged in storage already. */
const incomplete = 2

export const backup = ({ words: [target = ''], flags }: Arguments) =>
  command(async (config) => {
    const start = performance.now()
    const made = await makeBackup({
      config,
      target,
      withKey: flags.has('with-key'),
      report: console.log,
      signal: untilStopped(),
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
