import { randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'
import { isFailure } from '#contract/failure.ts'
import { media } from '#server/database/schema.ts'
import type { Received } from '#server/files/storage.ts'
import { makePictures } from '#server/pictures/make-pictures.ts'
import { type MadePicture, pictureTypeOf, RefusedPicture } from '#server/pictures/picture.ts'
import type { Dependencies } from '#server/service/context.ts'
import { type StoredPicture, storePicture } from '../media/store-picture.server.ts'
import { readMarkdown } from '../page-text/read-markdown.server.ts'
import type { ImportedMedia, PageRecord } from '../transfer-file/format.ts'
import { readRecords, recordOf } from '../transfer-file/records-file.server.ts'
import type { Findings } from './findings.ts'

const yearMs = 366 * 24 * 3_600_000

export type PreparedTexts = {
  /** Path of a file with the parsed texts of all versions as JSON, one record each. */
  trees: string
  ids: string[]
  legalSlugs: string[]
}

type Known = { body: string; json: string }

/**
 * Parses every text. The last ones are cached, because a draft usually equals one of its versions.
 */
async function* treesOf(
  path: string,
  { ids, legalSlugs }: PreparedTexts,
  found: Findings,
): AsyncGenerator<string> {
  let known: Known[] = []
  async function parse(body: string, at: string): Promise<string> {
    const same = known.find((one) => one.body === body)
    if (same) return same.json
    try {
      const json = JSON.stringify(await readMarkdown(body))
      known = [...known.slice(0, 1), { body, json }]
      return json
    } catch (error) {
      if (!isFailure(error) || error.code !== 'invalid_input') throw error
      found.block(at, error.message)
      return '[]'
    }
  }
  let index = 0
  let number = 0
  for await (const { value } of readRecords<PageRecord>(path)) {
    if (found.hasEnough) return
    if ('index' in value) {
      index = value.index
      number = 0
      known = []
      ids.push(value.page.id)
      if (value.page.kind === 'legal') legalSlugs.push(value.page.slug)
      await parse(value.page.body, `pages.${index}.body`)
      continue
    }
    const at = `pages.${index}.versions.${number}`
    number += 1
    yield await parse(value.body, `${at}.body`)
    if (value.effectiveAt.getTime() - Date.now() > yearMs) {
      found.block(`${at}.effectiveAt`, 'Choose a day within a year')
    }
  }
}

/** Parses every text and writes the results to a file. */
export async function parseTexts(
  staged: Pick<Received, 'path' | 'sink'>,
  pages: string | undefined,
  found: Findings,
  afterText: () => void,
): Promise<PreparedTexts> {
  const texts: PreparedTexts = { trees: staged.path, ids: [], legalSlugs: [] }
  if (pages === undefined) return texts
  await pipeline(async function* () {
    for await (const json of treesOf(pages, texts, found)) {
      yield recordOf(json)
      afterText()
    }
  }, staged.sink)
  return texts
}

export type PreparedPicture = Pick<ImportedMedia, 'id' | 'purpose'> & {
  stored: readonly StoredPicture[]
}

async function makeFrom({ bytes, mimeType, purpose }: ImportedMedia): Promise<MadePicture[]> {
  const type = pictureTypeOf(bytes)
  if (!type || `image/${type}` !== mimeType) {
    throw new RefusedPicture(`This is no picture of the type ${mimeType}`)
  }
  return makePictures(bytes, type, purpose, true)
}

/** A row that will be rolled back does not need a file. */
function withoutFile({ bytes, ...picture }: MadePicture): StoredPicture {
  const [sha256, storageKey] = [randomBytes(32), randomBytes(16).toString('hex')]
  return { ...picture, fileSize: bytes.length, sha256, storageKey }
}

/**
 * Decodes every picture that does not exist yet, and creates its variants.
 *
 * @param keys receives the keys of the stored files; if undefined, no files are stored.
 */
export async function makeAll(
  { db, storage }: Pick<Dependencies, 'db' | 'storage'>,
  path: string | undefined,
  found: Findings,
  keys: string[] | undefined,
): Promise<PreparedPicture[]> {
  const prepared: PreparedPicture[] = []
  if (path === undefined) return prepared
  let index = -1
  for await (const { value: picture } of readRecords<ImportedMedia>(path)) {
    index += 1
    if (found.hasEnough) break
    const { id, purpose } = picture
    const [same] = await db.select().from(media).where(eq(media.id, id))
    if (same) {
      const isSame = Buffer.from(same.sha256).toString('hex') === picture.sha256
      if (!isSame || same.variant !== '' || same.purpose !== purpose) {
        found.block(`media.${index}.id`, 'Another picture has this id')
      }
      continue
    }
    try {
      const stored: StoredPicture[] = []
      for (const made of await makeFrom(picture)) {
        const one = keys ? await storePicture(storage, made) : withoutFile(made)
        keys?.push(one.storageKey)
        stored.push(
          made.variant === '' ? { ...one, sha256: Buffer.from(picture.sha256, 'hex') } : one,
        )
      }
      prepared.push({ id, purpose, stored })
    } catch (error) {
      if (!(error instanceof RefusedPicture)) throw error
      found.block(`media.${index}.data`, error.message)
    }
  }
  return prepared
}
