import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'

/** RFC 8410: what comes before the 32 bytes of the key. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

const spkiOf = (publicKey: Uint8Array) => Buffer.concat([spkiPrefix, publicKey])

export function publicKeyOf(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: spkiOf(bytes), format: 'der', type: 'spki' })
}

/** SHA-256 of the SPKI in hex; its beginning is the `keyId`. */
export function fingerprintOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(spkiOf(publicKey)).digest('hex')
}

const keyIdOf = (publicKey: Uint8Array) => fingerprintOf(publicKey).slice(0, 16)

export type NewKey = { keyId: string; publicKey: Buffer; privateKey: KeyObject }

/** Ed25519, RFC 8032. */
export function newKey(): NewKey {
  const pair = generateKeyPairSync('ed25519')
  const spki = pair.publicKey.export({ format: 'der', type: 'spki' })
  const publicKey = spki.subarray(spkiPrefix.length)
  return { keyId: keyIdOf(publicKey), publicKey, privateKey: pair.privateKey }
}

export const writePrivateKey = (key: KeyObject) =>
  key.export({ format: 'der', type: 'pkcs8' }).toString('base64')

export const readPrivateKey = (text: string) =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })

export const signText = (text: string, key: KeyObject) => sign(null, Buffer.from(text), key)
