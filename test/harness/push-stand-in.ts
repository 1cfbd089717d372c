import { createECDH, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Subscription } from '#features/notifications/push/web-push.server.ts'

type Decrypt = (
  body: Buffer,
  options: { version: string; privateKey: ReturnType<typeof createECDH>; authSecret: string },
) => Buffer
const fromWebPush = createRequire(createRequire(import.meta.url).resolve('web-push'))
const { decrypt } = fromWebPush('http_ece') as { decrypt: Decrypt }

type ReceivedPush = {
  content: Record<string, unknown>
  topic: string
  urgency: string
  ttl: number
  contact: string
  device: string
}

/** A push service and its browsers. It refuses what RFC 8030, 8291 and 8292 refuse. */
export type PushStandIn = AsyncDisposable & {
  /** The host to list in `OUTBOUND_ALLOW`. */
  host: string
  received: ReceivedPush[]
  /** The reasons for which requests were refused. */
  faults: string[]
  /** Subscribes a browser with the product's key. */
  subscribe(key: string): Subscription
  /** The status and headers of each response from now on. */
  answer: () => { status: number; headers?: Record<string, string> }
}

type Browser = { subscription: Subscription; ecdh: ReturnType<typeof createECDH>; key: string }

function fail(reason: string): never {
  throw new Error(reason)
}

const jsonOf = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Record<string, unknown>

/** @returns the sender's contact. */
function checkVapid(header: string, origin: string, key: string): string {
  const [, token = '', sender = ''] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? fail('authorization')
  if (sender !== key) fail('another key')
  const [head, claims, signature = ''] = token.split('.')
  const { typ, alg } = jsonOf(head)
  if (typ !== 'JWT' || alg !== 'ES256') fail('algorithm')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [1, 33].map((at) => point.subarray(at, at + 32).toString('base64url'))
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  })
  const signed = Buffer.from(`${head}.${claims}`)
  const bytes = Buffer.from(signature, 'base64url')
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)) {
    fail('signature')
  }
  const { aud, exp, sub } = jsonOf(claims)
  const ahead = Number(exp) - Date.now() / 1000
  if (aud !== origin) fail(`audience ${aud}`)
  if (!(ahead > 0 && ahead <= 86_400)) fail(`expiry ${exp}`)
  if (!/^(mailto:|https:\/\/)/.test(String(sub))) fail(`contact ${sub}`)
  return String(sub)
}

function check(
  headers: Record<string, unknown>,
  body: Buffer,
  origin: string,
  { subscription, ecdh, key }: Browser,
): ReceivedPush {
  const contact = checkVapid(String(headers.authorization), origin, key)
  const text = (name: string) => String(headers[name] ?? '')
  if (!/^\d{1,7}$/.test(text('ttl'))) fail('ttl')
  if (!/^[\w-]{1,32}$/.test(text('topic'))) fail('topic')
  if (!['very-low', 'low', 'normal', 'high'].includes(text('urgency'))) fail('urgency')
  if (text('content-encoding') !== 'aes128gcm') fail('encoding')
  if (body.length > 4096) fail('size')
  const authSecret = subscription.keys.auth
  const plain = decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret })
  return {
    content: JSON.parse(plain.toString('utf8')) as Record<string, unknown>,
    topic: text('topic'),
    urgency: text('urgency'),
    ttl: Number(text('ttl')),
    contact,
    device: new URL(subscription.endpoint).pathname,
  }
}

export async function openPushService(): Promise<PushStandIn> {
  const browsers = new Map<string, Browser>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const browser = browsers.get(request.url ?? '')
    const { status, headers } = standIn.answer()
    try {
      if (!browser || request.method !== 'POST') fail('unknown endpoint')
      const push = check(request.headers, body, `http://${standIn.host}`, browser)
      if (status < 300) standIn.received.push(push)
      response.writeHead(status, headers).end()
    } catch (error) {
      standIn.faults.push(error instanceof Error ? error.message : String(error))
      response.writeHead(400).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const standIn: PushStandIn = {
    host: `127.0.0.1:${port}`,
    received: [],
    faults: [],
    answer: () => ({ status: 201 }),
    subscribe(key) {
      const path = `/push/${randomUUID()}`
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
      const subscription = { endpoint: `http://127.0.0.1:${port}${path}`, keys }
      browsers.set(path, { subscription, ecdh, key })
      return subscription
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return standIn
}
