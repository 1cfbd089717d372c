import { gunzip } from 'node:zlib'
import type { BusyError } from '#contract/vocabulary.ts'
import { OutboundError } from '#server/outbound/outbound-error.ts'
import { checkOutbound } from '#server/outbound/outbound-guard.ts'
import type { OutboundResponse } from '#server/outbound/outbound-request.ts'
import type { Dependencies } from '#server/service/context.ts'

/** The maximum size after decompression. */
const maxBytes = 5 * 1024 * 1024
const maxRedirects = 3

export type Known = { etag: string | null; lastModified: string | null }

export type Fetched =
  | ({ text: string } & Known)
  | { unchanged: true }
  /** Only the kind of error, never the content of the response. */
  | { error: Extract<BusyError, 'refused_address' | 'not_reachable' | 'too_large'> }

const refused = ['invalid_address', 'credentials', 'not_https', 'port', 'not_public']

/** Replaces the scheme webcal with https. */
export const readAddress = (address: string) => address.replace(/^webcal:/i, 'https:')

async function unpacked({ headers, body }: OutboundResponse): Promise<string> {
  if (!/gzip/i.test(String(headers['content-encoding'] ?? ''))) return body.toString('utf8')
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  gunzip(body, { maxOutputLength: maxBytes }, (error, plain) =>
    error ? reject(error) : resolve(plain),
  )
  return (await promise).toString('utf8')
}

function errorOf(error: unknown): Fetched {
  if (error instanceof OutboundError) {
    if (error.reason === 'too_large') return { error: 'too_large' }
    return { error: refused.includes(error.reason) ? 'refused_address' : 'not_reachable' }
  }
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ERR_BUFFER_TOO_LARGE') return { error: 'too_large' }
  if (code?.startsWith('Z_')) return { error: 'not_reachable' }
  throw error
}

/**
 * Fetches a calendar through the outbound guard, which checks each redirect again.
 *
 * @param known the validators of the last response; null fetches the calendar unconditionally.
 */
export async function fetchCalendar(
  { config }: Pick<Dependencies, 'config'>,
  address: string,
  known: Known | null,
  withinMs: number,
): Promise<Fetched> {
  const until = performance.now() + withinMs
  const headers = {
    accept: 'text/calendar',
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
  }
  let url = readAddress(address)
  try {
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const timeoutMs = Math.max(1, Math.round(until - performance.now()))
      const checked = await checkOutbound(url, { allow: config.outboundAllow, timeoutMs })
      const answer = await checked.request({ headers, maxBytes })
      const { status, headers: got } = answer
      if (status === 304 && known) return { unchanged: true }
      if (status >= 300 && status < 400 && got.location && URL.canParse(got.location, url)) {
        url = new URL(got.location, url).href
        continue
      }
      if (status !== 200) return { error: 'not_reachable' }
      const { etag = null, 'last-modified': lastModified = null } = got
      return { text: await unpacked(answer), etag, lastModified }
    }
    return { error: 'not_reachable' }
  } catch (error) {
    return errorOf(error)
  }
}
