import { Failure, isFailure } from '#contract/failure.ts'
import type { Transaction } from '#server/database/open.ts'
import { caseStudies, pageRedirects, pages, services } from '#server/database/schema.ts'
import type { Storage } from '#server/files/storage.ts'
import { makePictures } from '#server/pictures/make-pictures.ts'
import { pictureTypeOf, RefusedPicture } from '#server/pictures/picture.ts'
import { record } from '#server/service/audit.ts'
import type { Dependencies } from '#server/service/context.ts'
import { addPictureRows, type StoredPicture, storePicture } from '../media/store-picture.server.ts'
import { readMarkdown } from '../page-text/read-markdown.server.ts'
import type { TextTree } from '../page-text/text-tree.ts'
import { renewLegalTexts } from '../pages/legal-renewal.server.ts'
import { addVersion, fillPictures } from '../pages/new-version.server.ts'
import { effectiveSettings } from '../resolved-settings/effective-settings.ts'
import { variablesOf } from '../resolved-settings/variables.ts'
import { findProblems } from '../site-settings/document.server.ts'
import { seedSettings } from '../site-settings/seed.server.ts'
import { pathOfPicture } from './exported-site.ts'
import type { ReadContent } from './read-content.server.ts'

export type PreparedContent = Awaited<ReturnType<typeof prepareContent>>

/** Reports an expected refusal with the place in the file. */
async function reading<T>(at: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isFailure(error) && !(error instanceof RefusedPicture)) throw error
    throw new Failure('invalid_input', `${at}: ${error.message}`)
  }
}

async function storeAnew(
  storage: Storage,
  { bytes, mimeType, purpose, sha256 }: ReadContent['pictures'][number],
  keys: string[],
): Promise<StoredPicture[]> {
  const type = pictureTypeOf(bytes)
  if (!type || `image/${type}` !== mimeType) {
    throw new RefusedPicture(`This is no picture of the type ${mimeType}`)
  }
  const stored: StoredPicture[] = []
  for (const made of await makePictures(bytes, type, purpose, true)) {
    const one = await storePicture(storage, made)
    keys.push(one.storageKey)
    // The hash of the file keeps the picture's address, which texts name.
    stored.push(made.variant === '' ? { ...one, sha256: Buffer.from(sha256, 'hex') } : one)
  }
  return stored
}

/**
 * Does what is too slow for a transaction: parses texts, and makes and stores pictures.
 *
 * @param keys receives the keys of the stored files.
 */
export async function prepareContent(storage: Storage, content: ReadContent, keys: string[]) {
  const trees = new Map<string, TextTree>()
  for (const { kind, slug, body, versions } of content.pages) {
    for (const text of new Set([body, ...versions.map((version) => version.body)])) {
      if (trees.has(text)) continue
      trees.set(text, await reading(`Text of ${kind} ${slug}`, () => readMarkdown(text)))
    }
  }
  const pictures = []
  for (const picture of content.pictures) {
    const { id, purpose } = picture
    const stored = await reading(pathOfPicture(picture), () => storeAnew(storage, picture, keys))
    pictures.push({ id, purpose, stored, originalName: '', createdBy: null })
  }
  return { ...content, trees, pictures }
}

async function addPages(tx: Transaction, content: PreparedContent): Promise<void> {
  const addressOf = (kind: string, slug: string) => `${kind} ${slug}`
  const taken = new Set(content.pages.map(({ kind, slug }) => addressOf(kind, slug)))
  for (const [position, { versions, formerSlugs, ...page }] of content.pages.entries()) {
    await tx.insert(pages).values({ ...page, position })
    for (const version of versions) {
      const tree = await fillPictures(tx, content.trees.get(version.body) ?? [])
      await addVersion(tx, page, { ...version, tree, authorId: null })
    }
    const former = formerSlugs.filter((slug) => !taken.has(addressOf(page.kind, slug)))
    if (former.length === 0) continue
    await tx
      .insert(pageRedirects)
      .values(former.map((slug) => ({ kind: page.kind, slug, pageId: page.id })))
      .onConflictDoNothing()
  }
}

/** Stores the content as that of a new installation. */
export async function importContent(
  tx: Transaction,
  { config }: Pick<Dependencies, 'config'>,
  content: PreparedContent,
): Promise<void> {
  const { settings, pictures, sha256 } = content
  await seedSettings(tx, settings, 'import')
  await addPictureRows(tx, pictures)
  await addPages(tx, content)
  for (const [position, { pricingModel, ...service }] of content.services.entries()) {
    await tx.insert(services).values({ ...service, pricingModel: pricingModel ?? '', position })
  }
  for (const [position, study] of content.caseStudies.entries()) {
    await tx.insert(caseStudies).values({ ...study, position })
  }
  for (const { section, path, level, message } of await findProblems(tx, settings)) {
    if (level !== 'blocker') continue
    throw new Failure('invalid_input', `site.json, settings.${section}.${path}: ${message}`)
  }
  await renewLegalTexts(tx, undefined, variablesOf(effectiveSettings(config)(settings)))
  await record(tx, undefined, {
    action: 'settings.imported',
    subject: 'settings',
    details: {
      sha256,
      pages: content.pages.length,
      services: content.services.length,
      caseStudies: content.caseStudies.length,
      media: pictures.length,
    },
  })
}
