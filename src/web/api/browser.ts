import { type Endpoint, headersOf, type Transport, toWire } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'

/** Network errors are passed on unchanged. */
export const browser: Transport = (endpoint, input, options) => {
  const refetch = () => send(endpoint, input, options)
  return gate.pass?.(endpoint, refetch) ?? refetch()
}

/** Wraps every call of the back-office, where a session may end. It is not set on public pages. */
export const gate: {
  pass?: <T>(endpoint: Endpoint, send: () => Promise<T>) => Promise<T>
} = {}

/**
 * Browsers let pending requests outlive a page only up to 64 KiB in total, and refuse any beyond
 * that.
 */
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
