import { Readable } from 'node:stream'
import type { Output } from '#contract/endpoint.ts'
import type { siteTransfer } from '#features/content/transfer/contract.ts'
import { origin, type Person, type TestApp } from './test-app.ts'

type Content = Record<string, unknown> & {
  settings: Record<string, Record<string, unknown>>
  pages: (Record<string, unknown> & { versions: Record<string, unknown>[] })[]
  services: Record<string, unknown>[]
  caseStudies: Record<string, unknown>[]
  media: Record<string, unknown>[]
}

export async function exportSite(app: TestApp, person: Person, query = ''): Promise<Content> {
  const answer = await app.send({
    url: `/api/admin/site/export${query}`,
    headers: { cookie: person.cookie ?? '' },
  })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`)
  return answer.json()
}

export function sendSite(
  app: TestApp,
  person: Person,
  mode: string,
  file: string | Buffer | object,
  headers: Record<string, string> = {},
) {
  const isBody = typeof file === 'string' || Buffer.isBuffer(file) || file instanceof Readable
  return app.send({
    method: 'POST',
    url: `/api/admin/site/import?mode=${mode}`,
    headers: {
      origin,
      cookie: person.cookie ?? '',
      'content-type': 'application/json',
      ...headers,
    },
    payload: isBody ? file : JSON.stringify(file),
  })
}

export async function importSite(
  app: TestApp,
  person: Person,
  mode: string,
  file: string | Buffer | object,
): Promise<Output<typeof siteTransfer.import>> {
  const answer = await sendSite(app, person, mode, file)
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`)
  return answer.json()
}
