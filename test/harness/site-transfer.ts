import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { seedWithContent } from '#features/content/transfer/first-start.server.ts'
import { seedSite } from '#seed.ts'
import { writeZip } from '#server/files/write-zip.ts'
import { temporaryDirectory } from './temporary-directory.ts'
import type { Person, TestApp } from './test-app.ts'
import { unpack } from './unpack.ts'

type Site = Record<string, unknown> & {
  settings: Record<string, Record<string, unknown>>
  pages: (Record<string, unknown> & { versions: Record<string, unknown>[] })[]
  services: Record<string, unknown>[]
  caseStudies: Record<string, unknown>[]
  media: Record<string, unknown>[]
}

/** `pictures` are the files beside `site.json`, by path. */
export type ExportedFiles = { site: Site; pictures: Map<string, Buffer> }

export async function exportSite(app: TestApp, person: Person, query = ''): Promise<ExportedFiles> {
  const answer = await app.send({
    url: `/api/admin/site/export${query}`,
    headers: { cookie: person.cookie ?? '' },
  })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`)
  const pictures = await unpack(answer.rawPayload)
  const site = JSON.parse(String(pictures.get('site.json'))) as Site
  pictures.delete('site.json')
  return { site, pictures }
}

/** @returns the path of a file with these bytes. */
export function fileOf(bytes: Buffer | string): string {
  const path = join(temporaryDirectory(), 'site.zip')
  writeFileSync(path, bytes)
  return path
}

/** Packs what may not be a sound export. */
export const packSite = (app: TestApp, { site, pictures }: ExportedFiles): Promise<Buffer> => {
  const files = [...pictures].map(([path, bytes]) => ({ path, bytes }))
  const json = { path: 'site.json', bytes: Buffer.from(JSON.stringify(site)) }
  return buffer(writeZip([json, ...files], [], app.deps.storage))
}

/** Starts an installation with `SITE_CONTENT`, as far as its content goes. */
export async function startWith({ deps, db }: TestApp, siteContent: string | undefined) {
  const config = { ...deps.config, siteContent }
  await seedWithContent({ ...deps, config }, (fill) => seedSite(db, {}, fill))
  await deps.content.refresh()
}
