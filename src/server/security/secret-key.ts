import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'

const bytes = 32

const fileOf = ({ dataDir }: Config) => join(dataDir, 'secret.key')

function readStored(path: string): Buffer {
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (key.length === bytes) return key
  throw new ConfigError(`${path} is damaged: restore it from a backup, or set SECRET_KEY.`)
}

/** Writes a key to the data directory; throws if one exists. */
export function storeSecretKey(config: Config, key: Buffer): void {
  writeFileSync(fileOf(config), `${key.toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
}

export function removeSecretKey(config: Config): void {
  rmSync(fileOf(config), { force: true })
}

/** Current key as in `openSecretKeys`, but undefined rather than created when there is none. */
export function readSecretKey(config: Config): Buffer | undefined {
  if (config.secretKey) return config.secretKey
  return existsSync(fileOf(config)) ? readStored(fileOf(config)) : undefined
}

/**
 * Encryption keys of 32 bytes: first the current one, from the environment or else from the data
 * directory, where the first start creates it; then the former ones.
 *
 * @throws ConfigError when the stored key is damaged.
 */
export function openSecretKeys(config: Config): [Buffer, ...Buffer[]] {
  return [config.secretKey ?? readOrMakeKey(config), ...config.oldSecretKeys]
}

export function whereKeyIs(config: Config): string {
  return config.secretKey ? 'SECRET_KEY' : `SECRET_KEY is not set, and ${fileOf(config)}`
}

function readOrMakeKey(config: Config): Buffer {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  try {
    storeSecretKey(config, randomBytes(bytes))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readStored(fileOf(config))
}
