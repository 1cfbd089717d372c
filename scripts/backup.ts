/**
 * `npm run backup -- <new directory> [--with-key]` backs up database and documents while the
 * product runs.
 */
import { parseArgs } from 'node:util'
import { makeBackup } from '../src/server/backup/backup.ts'
import { command, untilStopped } from './operate.ts'

/** The backup was made, but documents were missing or damaged in storage already. */
const incomplete = 2

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { 'with-key': { type: 'boolean' } },
})
const [target] = positionals

if (!target || positionals.length > 1) {
  console.error('Use: npm run backup -- <new directory> [--with-key]')
  process.exit(1)
}

await command(async (config) => {
  const start = performance.now()
  const made = await makeBackup({
    config,
    target,
    withKey: values['with-key'] === true,
    say: console.log,
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
