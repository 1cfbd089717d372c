import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'

const bytes = 32

const keptKey = ({ dataDir }: Config) => join(dataDir, 'secret.key')

/**
 * The keys of what is sealed, 32 bytes each: the one that seals now, from the environment, else kept
 * in the data directory, where the first start makes it; then the former ones.
 *
 * @throws ConfigError when the kept key is damaged.
 */
export function openSecretKeys(config: Config): [Buffer, ...Buffer[]] {
  return [config.secretKey ?? readKeptKey(config), ...config.oldSecretKeys]
}

/** Where the key comes from, for a sentence to the operator. */
export function whereKeyIs(config: Config): string {
  return config.secretKey ? 'SECRET_KEY' : `SECRET_KEY is not set, and ${keptKey(config)}`
}

function readKeptKey(config: Config): Buffer {
  const path = keptKey(config)
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
