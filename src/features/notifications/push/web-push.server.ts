import {
  createCipheriv,
  createECDH,
  createHash,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'

/** Raw P-256 keys in base64url: the public key has 65 bytes (uncompressed), the private key 32. */
export type VapidKeys = { publicKey: string; privateKey: string }

export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

const curve = 'prime256v1'

/**
 * RFC 8188 requires a single record of at most this size; push services accept 4,096 bytes (RFC
 * 8030, 7.2).
 */
const recordBytes = 4096

/** The overhead in bytes is a header of 86, a delimiter of 1 and a tag of 16. */
export const maxTextBytes = recordBytes - 86 - 17

const bytesOf = (text: string) => Buffer.from(text, 'base64url')

export function newVapidKeys(): VapidKeys {
  const pair = createECDH(curve)
  const publicKey = pair.generateKeys('base64url')
  // Node omits leading zeros.
  const digits = pair.getPrivateKey('hex').padStart(64, '0')
  return { publicKey, privateKey: Buffer.from(digits, 'hex').toString('base64url') }
}

/** RFC 8292: identifies the sender to the push service. */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, contact, expiresAt }: { endpoint: string; contact: string; expiresAt: Date },
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    aud: new URL(endpoint).origin,
    sub: contact,
    exp: Math.floor(expiresAt.getTime() / 1000),
  }
  const unsigned = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const point = bytesOf(publicKey)
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33), d: privateKey },
    format: 'jwk',
  })
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey}`
}

/**
 * Encrypts a message according to RFC 8291 (content coding `aes128gcm`).
 *
 * @throws Error if the keys of the subscription are invalid or the text is too long.
 */
export function encryptPush(text: string, { p256dh, auth }: Subscription['keys']): Buffer {
  const plain = Buffer.from(text)
  if (plain.length > maxTextBytes) throw new RangeError('The text of a push is too long.')
  const [receiver, salt, sender] = [bytesOf(p256dh), randomBytes(16), createECDH(curve)]
  const senderKey = sender.generateKeys()
  const shared = sender.computeSecret(receiver)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, senderKey])
  const input = Buffer.from(hkdfSync('sha256', shared, bytesOf(auth), info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, length))
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordBytes)
  return Buffer.concat([
    salt,
    size,
    Buffer.from([senderKey.length]),
    senderKey,
    // The delimiter 2 marks the last record.
    cipher.update(plain),
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/**
 * A topic has at most 32 characters of base64url (RFC 8030, 5.4). The hash keeps the tag itself
 * private.
 */
export function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32)
}
