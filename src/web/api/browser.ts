import { type Endpoint, headersOf, type Transport, toWire } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'

/** Network errors are passed on unchanged. */
export const browser: Transport = (endpoint, input, options) => {
  const refetch = () => send(endpoint, input, options)
  return gate.pass?.(endpoint, refetch) ?? refetch()
}

/** Wraps calls in the back-office, where sessions end; unset on public pages. */
export const gate: {
  pass?: <T>(endpoint: Endpoint, send: () => Promise<T>) => Promise<T>
} = {}

/** Browsers carry 64 KiB over the end of a page, all requests together, and refuse more. */
const maxKeepaliveBytes = 60_000

const send: Transport = async (endpoint, input, options) => {
  const { method, url, body } = toWire(endpoint, input as Record<string, unknown>)
  const headers: Record<string, string> = { accept: 'application/json', ...headersOf(options) }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const answer = await fetch(url, {
    method,
    headers,
    credentials: 'include',
    ...(body !== undefined && { body }),
    keepalive: options.keepalive === true && new Blob([body ?? '']).size <= maxKeepaliveBytes,
    ...(options.signal && { signal: options.signal }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new ApiError(answer.status, text, answer.statusText)
  return JSON.parse(text) as unknown
}
