import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'

const bytes = 32

/**
 * The key that seals what is stored: from the environment, else kept in the data directory, where
 * the first start makes it.
 *
 * @returns 32 bytes.
 * @throws ConfigError when the kept key is damaged.
 */
export function openSecretKey(config: Config): Buffer {
  if (config.secretKey) return config.secretKey
  const path = join(config.dataDir, 'secret.key')
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(path, `${randomBytes(bytes).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (key.length !== bytes) {
    throw new ConfigError(`${path} is damaged: restore it from a backup, or set SECRET_KEY.`)
  }
  return key
}
