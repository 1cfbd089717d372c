import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import type { z } from 'zod'
import { Failure } from '#contract/failure.ts'
import { parseSettings } from '#server/content/settings-document.ts'
import { maxBytes } from './contract.ts'
import { ExportedSite, pathOfPicture } from './exported-site.ts'

/** `site` is the parsed `site.json`; `files` are the others of the zip by path. */
type Unpacked = { site: unknown; files: Map<string, Buffer> }

export type ReadContent = Awaited<ReturnType<typeof readContent>>

const refused = (message: string) => new Failure('invalid_input', message)

const tooLarge = () => new Failure('too_large', 'The file is larger than 100 MB.')

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw refused('site.json isn’t valid JSON.')
  }
}

/** Unpacks in memory, never to disk. The caller reads only the names that it expects. */
async function unpack(bytes: Buffer): Promise<Unpacked> {
  const zip = await fromBufferPromise(bytes)
  const files = new Map<string, Buffer>()
  let unpackedBytes = 0
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry
    unpackedBytes += uncompressedSize
    if (unpackedBytes > maxBytes) throw tooLarge()
    if (files.has(fileName)) throw refused(`${fileName} is there twice.`)
    if (fileName.endsWith('/')) continue
    files.set(fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  const site = files.get('site.json')
  if (!site) throw refused('There’s no site.json in the file.')
  files.delete('site.json')
  return { site: parseJson(site), files }
}

type OldSite = { formatVersion?: unknown; media?: { id: string; mimeType: string; data: string }[] }

/** The form of version 0.2.0: one JSON file with the pictures in base64. */
function unpackOld(bytes: Buffer): Unpacked {
  const { media, ...site } = parseJson(bytes) as OldSite
  if (site.formatVersion !== 1 || !Array.isArray(media)) {
    throw refused('This is neither a zip nor an export of version 0.2.0.')
  }
  return {
    site: {
      ...site,
      formatVersion: 2,
      schemaVersion: 1,
      media: media.map(({ data: _, ...picture }) => picture),
    },
    files: new Map(
      media.map((picture) => [pathOfPicture(picture), Buffer.from(picture.data, 'base64')]),
    ),
  }
}

function firstIssue({ issues: [issue] }: z.ZodError, above: readonly string[] = []): Failure {
  const isUnknown = issue?.code === 'unrecognized_keys'
  const path = [...above, ...(issue?.path ?? []), ...(isUnknown ? issue.keys.slice(0, 1) : [])]
  return refused(`site.json, ${path.join('.')}: ${isUnknown ? 'Unknown field' : issue?.message}`)
}

/**
 * Reads and checks an export of another installation.
 *
 * @throws Failure that names the first thing that is wrong.
 */
export async function readContent(path: string) {
  if ((await stat(path)).size > maxBytes) throw tooLarge()
  const bytes = await readFile(path)
  const { site, files } =
    bytes.toString('latin1', 0, 1) === '{' ? unpackOld(bytes) : await unpack(bytes)
  const parsed = ExportedSite.safeParse(site)
  if (!parsed.success) throw firstIssue(parsed.error)
  const { media, pages, services, caseStudies, schemaVersion } = parsed.data
  const settings = parseSettings(parsed.data.settings, schemaVersion)
  if (!settings) throw refused('site.json, schemaVersion: Update this program to read this file')
  if (!settings.success) throw firstIssue(settings.error, ['settings'])
  const pictures = media.map((picture) => {
    const name = pathOfPicture(picture)
    const content = files.get(name)
    if (!content) throw refused(`${name} is missing.`)
    if (hash('sha256', content, 'hex') !== picture.sha256) {
      throw refused(`${name} is another picture than site.json names.`)
    }
    files.delete(name)
    return { ...picture, bytes: content }
  })
  for (const name of files.keys()) throw refused(`site.json doesn’t name ${name}.`)
  return {
    settings: settings.data,
    pages,
    services,
    caseStudies,
    pictures,
    sha256: hash('sha256', bytes, 'hex'),
  }
}
