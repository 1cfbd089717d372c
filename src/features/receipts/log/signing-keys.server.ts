import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'

/** The DER prefix before the 32 bytes of a public key (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

const spkiOf = (publicKey: Uint8Array) => Buffer.concat([spkiPrefix, publicKey])

export function publicKeyOf(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: spkiOf(bytes), format: 'der', type: 'spki' })
}

/** SHA-256 of the SPKI in hex; the `keyId` is its beginning. */
export function fingerprintOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(spkiOf(publicKey)).digest('hex')
}

const keyIdOf = (publicKey: Uint8Array) => fingerprintOf(publicKey).slice(0, 16)

export type NewKey = { keyId: string; publicKey: Buffer; privateKey: KeyObject }

/** Creates an Ed25519 key (RFC 8032). */
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
