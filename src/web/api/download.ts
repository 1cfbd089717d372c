import { type Endpoint, type Input, toWire } from '#contract/endpoint.ts'
import { saveFile } from '../ui/save-file.ts'
import { ApiError } from './api-error.ts'
import { withSession } from './session-renewal.ts'

/** Saves the file that the endpoint returns. Unlike a link, it can send a request body. */
export async function download<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<void> {
  const { method, url, body = null } = toWire(endpoint, input)
  const headers = { 'content-type': 'application/json' }
  const answer = await withSession(endpoint, async () => {
    const given = await fetch(url, { method, headers, body })
    if (!given.ok) throw new ApiError(given.status, await given.text(), given.statusText)
    return given
  })
  const [, name = ''] =
    /filename="(.+?)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  saveFile(name, await answer.blob())
}
