import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { errorCode } from '../error-code.ts'

const bytes = 32

const fileOf = ({ dataDir }: Config) => join(dataDir, 'secret.key')

function readStored(path: string): Buffer {
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (key.length === bytes) return key
  throw new ConfigError(`${path} is damaged: restore it from a backup, or set SECRET_KEY.`)
}

/** @throws Error if a key exists. */
export function storeSecretKey(config: Config, key: Buffer): void {
  writeFileSync(fileOf(config), `${key.toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
}

export function removeSecretKey(config: Config): void {
  rmSync(fileOf(config), { force: true })
}

/** As `openSecretKeys`, but creates none. */
export function readSecretKey(config: Config): Buffer | undefined {
  if (config.secretKey) return config.secretKey
  return existsSync(fileOf(config)) ? readStored(fileOf(config)) : undefined
}

/** 32 bytes each, the current one first. @throws ConfigError when the stored key is damaged. */
export function openSecretKeys(config: Config): [Buffer, ...Buffer[]] {
  if (config.secretKey) return [config.secretKey, ...config.oldSecretKeys]
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  try {
    storeSecretKey(config, randomBytes(bytes))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  return [readStored(fileOf(config)), ...config.oldSecretKeys]
}

export function whereKeyIs(config: Config): string {
  return config.secretKey ? 'SECRET_KEY' : `SECRET_KEY is not set, and ${fileOf(config)}`
}
