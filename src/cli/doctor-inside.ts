/** Checks that need the configuration: secret key, database, storage and mail. */
import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Config } from '#server/config.ts'
import { documentsDirectory, openStorage } from '#server/files/open-storage.ts'
import { freeBytes, minimumFreeBytes } from '#server/files/upload-staging.ts'
import { type Encryption, openEncryption } from '#server/security/encryption.ts'
import { readSecretKey } from '#server/security/secret-key.ts'
import { checkAutomations } from './doctor-automations.ts'
import { checkBackups } from './doctor-backup.ts'
import { checkDatabase } from './doctor-database.ts'
import { type Finding, failed, ok, runCheck, warning } from './doctor-findings.ts'
import { checkMail } from './doctor-mail.ts'
import { checkRenderer } from './doctor-pictures.ts'
import { checkSiteSettings } from './doctor-settings.ts'

const keyFile = (config: Config) => join(config.dataDir, 'secret.key')

/** Undefined without a key, because the doctor must not generate one. */
export function sealOf(config: Config): Encryption | undefined {
  try {
    const key = readSecretKey(config)
    return key && openEncryption([key, ...config.oldSecretKeys])
  } catch {
    // A damaged key is reported by another check.
    return undefined
  }
}

async function secretKey(config: Config): Promise<Finding> {
  const check = 'Secret key'
  if (config.secretKey) return ok(check, 'SECRET_KEY is set.')
  const path = keyFile(config)
  if (!existsSync(path))
    return failed(
      check,
      `${path} is not there: start the product once, or restore it from a backup.`,
    )
  readSecretKey(config)
  const mode = statSync(path).mode & 0o777
  if (mode !== 0o600)
    return failed(check, `${path} has mode ${mode.toString(8)}: chmod 600 ${path}`)
  return ok(check, 'in the data directory, mode 600. Keep a copy apart from the backups.')
}

const probeBytes = 64 * 1024

async function storage(config: Config): Promise<Finding[]> {
  const check = 'Storage'
  const directory = documentsDirectory(config)
  if (!existsSync(directory))
    return [
      failed(check, `${directory} is not there: start the product once, or look at DATA_DIR.`),
    ]
  const free = await freeBytes(directory)
  const freeSpace = `${Math.floor(free / 1_000_000).toLocaleString('en-US')} MB free`
  const space =
    free < minimumFreeBytes
      ? failed('Free space', `${freeSpace}: uploads are refused below 200 MB.`)
      : free < 5 * minimumFreeBytes
        ? warning('Free space', `${freeSpace}: uploads are refused below 200 MB.`)
        : ok('Free space', `${freeSpace}.`)
  const storageName = config.s3 ? `the bucket ${config.s3.bucket}` : directory
  const files = await openStorage(config)
  const bytes = randomBytes(probeBytes)
  // The name is random like any other. If the file is left behind, it is swept because no row owns
  // it.
  const received = await files.receive(probeBytes)
  try {
    received.sink.end(bytes)
    await finished(received.sink)
    await received.commit(received.sha256())
    const back: Buffer[] = []
    for await (const chunk of await files.read(received.key)) back.push(chunk as Buffer)
    if (!Buffer.concat(back).equals(bytes))
      return [failed(check, `${storageName} gives back other bytes.`), space]
  } finally {
    await received.discard()
    await files.remove(received.key)
  }
  return [ok(check, `${storageName} takes, gives back and removes a file.`), space]
}

export async function checkInside(config: Config): Promise<Finding[]> {
  return [
    ...(await runCheck('Secret key', () => secretKey(config))),
    ...(await runCheck('Database', () => checkDatabase(config))),
    ...(await runCheck('Backup', () => checkBackups(config))),
    ...(await runCheck('Automations', () => checkAutomations(config))),
    ...(await runCheck('Site settings', () => checkSiteSettings(config))),
    await checkRenderer(),
    ...(await runCheck('Storage', () => storage(config))),
    ...(await runCheck('Mail', () => checkMail(config))),
  ]
}
