import { headersOf, type Transport, toWire } from '../../contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { parseJson } from './parse-json.ts'

/** Calls the API over fetch, with cookies. Failures of the network come as they are. */
export const browser: Transport = async (endpoint, input, options) => {
  const { method, url, body } = toWire(endpoint, input as Record<string, unknown>)
  const headers: Record<string, string> = { accept: 'application/json', ...headersOf(options) }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const answer = await fetch(url, {
    method,
    headers,
    credentials: 'include',
    ...(body !== undefined && { body }),
    ...(options.signal && { signal: options.signal }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new ApiError(answer.status, text, answer.statusText)
  return parseJson(text)
}
