import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'

const bytes = 32

const fileOf = ({ dataDir }: Config) => join(dataDir, 'secret.key')

function readKept(path: string): Buffer {
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (key.length === bytes) return key
  throw new ConfigError(`${path} is damaged: restore it from a backup, or set SECRET_KEY.`)
}

/** Keeps a key in the data directory, where none may be yet. */
export function keepSecretKey(config: Config, key: Buffer): void {
  writeFileSync(fileOf(config), `${key.toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
}

/** Takes back what `keepSecretKey` did. */
export function dropSecretKey(config: Config): void {
  rmSync(fileOf(config), { force: true })
}

/** As `openSecretKey`, but makes none: undefined when there is no key yet. */
export function readSecretKey(config: Config): Buffer | undefined {
  if (config.secretKey) return config.secretKey
  return existsSync(fileOf(config)) ? readKept(fileOf(config)) : undefined
}

/**
 * The keys of what is sealed, 32 bytes each: the one that seals now, from the environment, else kept
 * in the data directory, where the first start makes it; then the former ones.
 *
 * @throws ConfigError when the kept key is damaged.
 */
export function openSecretKeys(config: Config): [Buffer, ...Buffer[]] {
  return [config.secretKey ?? readOrMakeKey(config), ...config.oldSecretKeys]
}

/** Where the key comes from, for a sentence to the operator. */
export function whereKeyIs(config: Config): string {
  return config.secretKey ? 'SECRET_KEY' : `SECRET_KEY is not set, and ${fileOf(config)}`
}

function readOrMakeKey(config: Config): Buffer {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  try {
    keepSecretKey(config, randomBytes(bytes))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readKept(fileOf(config))
}
