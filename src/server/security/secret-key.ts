import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'

const bytes = 32

const fileOf = ({ dataDir }: Config) => join(dataDir, 'secret.key')

function readStored(path: string): Buffer {
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (key.length === bytes) return key
  throw new ConfigError(`${path} is damaged: restore it from a backup, or set SECRET_KEY.`)
}

/** @throws Error if a key is already stored. */
export function storeSecretKey(config: Config, key: Buffer): void {
  writeFileSync(fileOf(config), `${key.toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
}

export function removeSecretKey(config: Config): void {
  rmSync(fileOf(config), { force: true })
}

/** @throws ConfigError when the stored key is damaged. */
export function readSecretKey(config: Config): Buffer | undefined {
  if (config.secretKey) return config.secretKey
  return existsSync(fileOf(config)) ? readStored(fileOf(config)) : undefined
}

export type SecretKeys = {
  /** 32 bytes each, with the current one first. */
  keys: [Buffer, ...Buffer[]]
  /** Stores a generated key once it is certain that nothing is encrypted with a lost one. */
  keep(): void
}

/** @throws ConfigError when the stored key is damaged. */
export function openSecretKeys(config: Config): SecretKeys {
  const present = readSecretKey(config)
  const key = present ?? randomBytes(bytes)
  return {
    keys: [key, ...config.oldSecretKeys],
    keep: () => present ?? storeSecretKey(config, key),
  }
}

export function whereKeyIs(config: Config): string {
  if (config.secretKey) return 'SECRET_KEY'
  const missing = existsSync(fileOf(config)) ? '' : ', which is missing,'
  return `SECRET_KEY is not set, and ${fileOf(config)}${missing}`
}
