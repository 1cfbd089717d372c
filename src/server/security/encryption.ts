import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

export type Encryption = {
  /** @param associatedData for example `users|<id>|totp`; decryption requires the same value. */
  encrypt(plain: string, associatedData: string): string
  /** @throws DecryptionError when the value was changed, moved or encrypted with an unknown key. */
  decrypt(encrypted: string, associatedData: string): string
  /** Derives 256 bits, always the same for a `name` and an installation. */
  derive(name: string): string
  /** The first prefix is that of the current key. */
  prefixes: readonly [string, ...string[]]
}

export class DecryptionError extends Error {
  constructor() {
    super('An encrypted value cannot be decrypted with the keys of this installation.')
    this.name = 'DecryptionError'
  }
}

const version = 'v1'
const cipherName = 'aes-256-gcm'
/** The size that NIST SP 800-38D recommends. */
const nonceBytes = 12
const tagBytes = 16

const encryptionKey = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', 'seal', 32))
const nameOf = (key: Buffer) => createHash('sha256').update(key).digest('base64url').slice(0, 8)

export function keyName(secret: Buffer): string {
  return nameOf(encryptionKey(secret))
}

/**
 * Encrypts with AES-256-GCM.
 * @param secrets 32 bytes each. The first one encrypts, all of them decrypt.
 */
export function openEncryption(secrets: readonly [Buffer, ...Buffer[]]): Encryption {
  const keys = new Map(
    secrets.map((secret) => {
      const key = encryptionKey(secret)
      return [nameOf(key), key] as const
    }),
  )
  const [newest] = keys
  if (!newest) throw new Error('Encryption needs a key.')
  const [newestName, newestKey] = newest
  const derivingKey = Buffer.from(hkdfSync('sha256', secrets[0], '', 'derive', 32))
  const prefixOf = (name: string) => `${version}.${name}.`
  const olderNames = [...keys.keys()].slice(1)

  return {
    prefixes: [prefixOf(newestName), ...olderNames.map(prefixOf)],

    derive: (name) => createHmac('sha256', derivingKey).update(name).digest('base64url'),

    encrypt(plain, associatedData) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(cipherName, newestKey, nonce, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(associatedData))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      const encrypted = Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')
      return prefixOf(newestName) + encrypted
    },

    decrypt(encrypted, associatedData) {
      const [usedVersion, name = '', body = ''] = encrypted.split('.')
      const key = keys.get(name)
      const bytes = Buffer.from(body, 'base64url')
      if (usedVersion !== version || !key || bytes.length < nonceBytes + tagBytes) {
        throw new DecryptionError()
      }
      const decipher = createDecipheriv(cipherName, key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(associatedData))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        const plain = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
        return Buffer.concat([plain, decipher.final()]).toString('utf8')
      } catch {
        throw new DecryptionError()
      }
    },
  }
}
