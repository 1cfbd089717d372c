/** Checks of the reverse proxy: WebSocket upgrades, client addresses and body sizes. */
import { networkInterfaces } from 'node:os'
import { WebSocket } from 'ws'
import type { Peer } from '#server/http/client-address.ts'
import { doctorHeader, doctorToken } from '#server/security/doctor-token.ts'
import { type Finding, failed, notSet, ok, runCheck, warning } from './doctor-findings.ts'
import { announce, ask, at, isLoopback, type Site } from './doctor-requests.ts'

/**
 * Opens the chat's socket with an Origin.
 * @returns `open`, or the status of the refusal.
 */
function upgrade({ url }: Site, origin: string): Promise<'open' | 'silent' | number> {
  return new Promise((resolve, reject) => {
    const address = at(url, '/ws').href.replace(/^http/, 'ws')
    const socket = new WebSocket(address, {
      origin,
      rejectUnauthorized: false,
      handshakeTimeout: 10_000,
    })
    const finish = (outcome: 'open' | 'silent' | number) => {
      clearTimeout(tooLong)
      resolve(outcome)
      socket.terminate()
    }
    const tooLong = setTimeout(() => finish('silent'), 10_000)
    socket.on('message', () => finish('open'))
    socket.on('unexpected-response', (_, { statusCode = 0 }) => finish(statusCode))
    socket.on('error', (error) => {
      clearTimeout(tooLong)
      reject(error)
    })
  })
}

async function socket(site: Site): Promise<Finding[]> {
  const check = 'Chat socket'
  const own = await upgrade(site, site.url.origin)
  if (own === 403) {
    return [failed(check, `refuses the site's own Origin: set PUBLIC_URL=${site.url.origin}.`)]
  }
  if (own !== 'open') {
    const does = own === 'silent' ? 'opens and stays silent' : `answers ${own}`
    return [failed(check, `${does}: let the proxy pass Upgrade and Connection on.`)]
  }
  const foreign = await upgrade(site, 'https://foreign.example')
  return [
    ok(check, 'opens and sends its greeting.'),
    typeof foreign === 'number'
      ? ok('Foreign Origin', `is refused with ${foreign}.`)
      : failed('Foreign Origin', 'may open the socket: the proxy must not change Origin.'),
  ]
}

/** An address of TEST-NET-1 (RFC 5737). A server that accepts it trusts any forged header. */
export const forged = '192.0.2.77'

async function clientAddress({ url, config, encryption }: Site): Promise<Finding> {
  const check = 'Client address'
  if (!config || !encryption)
    return notSet(check, 'not visible without the configuration: it takes the secret key.')
  const headers = { [doctorHeader]: doctorToken(encryption), 'x-forwarded-for': forged }
  const answer = await ask(at(url, '/readyz'), { headers })
  const { clientAddress: address, peer }: { clientAddress?: string; peer?: Peer } =
    answer.status === 200 ? JSON.parse(answer.body.toString()) : {}
  if (!address || !peer) {
    const { trustProxy } = config
    const behind = `TRUST_PROXY is ${trustProxy.join(', ') || 'not set'}`
    return warning(check, `not visible: the secret key here is not that server's. ${behind}.`)
  }
  return checkAddress({ address, peer }, url, config.trustProxy)
}

/** What the server saw of a request that claims to come from `forged`. */
type Seen = { address: string; peer: Peer }

const isOfThisMachine = (address: string) =>
  isLoopback(address) ||
  Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address))

/**
 * @param trustProxy the setting of this process; the product may have been started with another
 * one.
 */
export function checkAddress(
  { address, peer }: Seen,
  { hostname }: URL,
  trustProxy: readonly string[],
): Finding {
  const check = 'Client address'
  const isHere = isLoopback(hostname)
  if (address === forged) {
    return isHere
      ? warning(
          check,
          'not visible from a trusted proxy: run the doctor against the public address.',
        )
      : failed(
          check,
          'visitors can forge their address: the proxy must replace X-Forwarded-For, and TRUST_PROXY must name only the proxy.',
        )
  }
  if (isHere || (peer.isTrusted && address !== peer.address)) {
    return ok(check, `you are ${address}; a made-up one is not believed.`)
  }
  if (peer.isTrusted) {
    return isOfThisMachine(address)
      ? warning(
          check,
          `${hostname} leads to this machine here, so that only its own address (${address}) is seen: run the doctor from another one.`,
        )
      : failed(
          check,
          `every visitor seems to be the proxy (${address}): let it set X-Forwarded-For to the client's address.`,
        )
  }
  // A public name uses https, which only a proxy provides.
  const remedy = trustProxy.includes(peer.address)
    ? 'restart the product, which runs without the TRUST_PROXY that is set here'
    : `set TRUST_PROXY=${[...trustProxy, peer.address].join(',')}`
  return failed(check, `every visitor seems to be the proxy (${peer.address}): ${remedy}.`)
}

/** The size of the largest document with its multipart envelope. */
const largestBody = 52_428_800 + 64 * 1024
const anyId = '00000000-0000-7000-8000-000000000000'

async function bodies({ url }: Site): Promise<Finding[]> {
  const size = 'Body size'
  const buffering = 'Upload buffering'
  const path = `/api/admin/clients/${anyId}/projects/${anyId}/documents/upload`
  const answer = await announce(at(url, path), {
    bytes: largestBody,
    beginning: '--doctor\r\n',
    waitMs: 5_000,
  })
  if (!answer) {
    return [
      notSet(size, 'not visible, because the proxy buffers the body; 60 MB must be allowed.'),
      warning(
        buffering,
        'the proxy buffers uploads: turn that off (nginx: proxy_request_buffering off).',
      ),
    ]
  }
  const isOurs = answer.status === 401 && answer.body.includes('"unauthenticated"')
  if (isOurs)
    return [
      ok(size, 'a document of 52,428,800 bytes gets through to the sign-in.'),
      ok(buffering, 'bodies are passed on while they arrive.'),
    ]
  if (answer.status === 413)
    return [
      failed(
        size,
        'the proxy refuses large documents: allow 60 MB (nginx: client_max_body_size 60m).',
      ),
    ]
  return [failed(size, `an upload is answered with ${answer.status} by somebody in between.`)]
}

/** Checks what the proxy must forward, and what the product must not trust. */
export async function checkProxy(site: Site): Promise<Finding[]> {
  return [
    ...(await runCheck('Chat socket', () => socket(site))),
    ...(await runCheck('Client address', () => clientAddress(site))),
    ...(await runCheck('Body size', () => bodies(site))),
  ]
}
