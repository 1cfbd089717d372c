import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { SiteSettings } from '#contract/settings/document.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  caseStudies,
  media,
  pageRedirects,
  pages,
  pageVersions,
  services,
} from '#server/database/schema.ts'
import type { Storage } from '#server/files/storage.ts'
import type { Dependencies } from '#server/service/context.ts'
import { toCome } from '../pages/page-store.server.ts'
import { slugOf } from '../pages/slug.ts'
import { requireLive } from '../site-settings/document.server.ts'
import {
  format,
  formatVersion,
  type ImportedCaseStudy,
  type ImportedPage,
  type ImportedService,
  transferredPurposes,
} from '../transfer-file/format.ts'
import { maxBytes } from './contract.ts'

/** Maximum per query. A text has up to 60 KB. */
const pagesAtOnce = 50
const namesAtOnce = 200

type Master = Pick<
  typeof media.$inferSelect,
  'id' | 'purpose' | 'mimeType' | 'sha256' | 'storageKey' | 'fileSize'
>

const versionColumns = {
  title: pageVersions.title,
  slug: pageVersions.slug,
  summary: pageVersions.summary,
  body: pageVersions.body,
  changeNote: pageVersions.changeNote,
  automatic: pageVersions.automatic,
  effectiveAt: pageVersions.effectiveAt,
  withdrawnAt: pageVersions.withdrawnAt,
  facts: pageVersions.facts,
}

/** All versions of a legal text; of other pages the live and scheduled ones. */
const isExported = or(
  eq(pages.kind, 'legal'),
  toCome,
  sql`${pageVersions.number} = (
    select v.number from page_versions v
    where v.page_id = ${pages.id} and v.withdrawn_at is null and v.effective_at <= now()
    order by v.effective_at desc, v.number desc limit 1)`,
)

async function readSomePages(tx: Transaction, ids: readonly string[]): Promise<ImportedPage[]> {
  const rows = await tx
    .select()
    .from(pages)
    .where(inArray(pages.id, [...ids]))
  const former = await tx
    .select()
    .from(pageRedirects)
    .where(inArray(pageRedirects.pageId, [...ids]))
    .orderBy(asc(pageRedirects.slug))
  const versions = await tx
    .select({ pageId: pageVersions.pageId, version: versionColumns })
    .from(pageVersions)
    .innerJoin(pages, eq(pages.id, pageVersions.pageId))
    .where(and(inArray(pageVersions.pageId, [...ids]), isExported))
    .orderBy(asc(pageVersions.number))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const formerOf = Map.groupBy(former, ({ pageId }) => pageId)
  const versionsOf = Map.groupBy(versions, ({ pageId }) => pageId)
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .map(({ id, kind, slug, title, summary, body, demo, firstPublishedAt }) => ({
      id,
      kind,
      slug,
      title,
      summary,
      body,
      demo,
      firstPublishedAt,
      formerSlugs: (formerOf.get(id) ?? []).map((one) => one.slug),
      versions: (versionsOf.get(id) ?? []).map(({ version }) => version),
    }))
}

async function* readPages(tx: Transaction): AsyncGenerator<ImportedPage> {
  const all = await tx
    .select({ id: pages.id })
    .from(pages)
    .where(isNull(pages.deletedAt))
    .orderBy(asc(pages.kind), asc(pages.position), asc(pages.id))
  const ids = all.map(({ id }) => id)
  for (let at = 0; at < ids.length; at += pagesAtOnce) {
    yield* await readSomePages(tx, ids.slice(at, at + pagesAtOnce))
  }
}

async function readServices(tx: Transaction): Promise<ImportedService[]> {
  const rows = await tx.select().from(services).orderBy(asc(services.position), asc(services.id))
  return rows.map(({ id: _, position: __, createdAt: ___, updatedAt: ____, ...row }) => row)
}

async function readCaseStudies(tx: Transaction): Promise<ImportedCaseStudy[]> {
  const order = [asc(caseStudies.position), asc(caseStudies.id)]
  const rows = await tx
    .select()
    .from(caseStudies)
    .orderBy(...order)
  return rows.map(({ position: _, createdAt: __, updatedAt: ___, ...row }) => row)
}

const masterColumns = {
  id: media.id,
  purpose: media.purpose,
  mimeType: media.mimeType,
  sha256: media.sha256,
  storageKey: media.storageKey,
  fileSize: media.fileSize,
}

/** Masters with these ids, or with files of these names. */
async function readMasters(tx: Transaction, ids: string[], names: string[]): Promise<Master[]> {
  const found = new Map<string, Master>()
  const add = async (wanted: string[]) => {
    const rows = await tx
      .select(masterColumns)
      .from(media)
      .where(and(inArray(media.id, wanted), inArray(media.purpose, transferredPurposes)))
    for (const row of rows) found.set(row.id, row)
  }
  if (ids.length > 0) await add(ids)
  for (let at = 0; at < names.length; at += namesAtOnce) {
    const named = await tx
      .select({ id: sql<string>`coalesce(${media.derivedFrom}, ${media.id})` })
      .from(media)
      .where(inArray(media.publicName, names.slice(at, at + namesAtOnce)))
    if (named.length > 0) await add(named.map(({ id }) => id))
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

const pictureAddress = /\/media\/([\da-f]{32}\.[a-z]+)/g

type State = { document: SiteSettings; exportedAt: string }

/**
 * Yields everything except the pictures' bytes as JSON text.
 *
 * @param named receives the names of pictures.
 */
async function* textsOf(
  tx: Transaction,
  { document, exportedAt }: State,
  named: Set<string>,
): AsyncGenerator<string> {
  yield JSON.stringify({ format, formatVersion, exportedAt, settings: document }).slice(0, -1)
  let comma = ',"pages":['
  for await (const page of readPages(tx)) {
    for (const { body } of [page, ...page.versions]) {
      for (const [, name] of body.matchAll(pictureAddress)) if (name) named.add(name)
    }
    yield comma + JSON.stringify(page)
    comma = ','
  }
  if (comma !== ',') yield comma
  yield `],"services":${JSON.stringify(await readServices(tx))}`
  yield `,"caseStudies":${JSON.stringify(await readCaseStudies(tx))},"media":[`
}

/** Reads a consistent state. @param take receives its texts, possibly more than once. */
function readState<T>(db: Database, take: (texts: AsyncIterable<string>) => Promise<T>) {
  return db.transaction(
    async (tx) => {
      const { document } = await requireLive(tx)
      const state = { document, exportedAt: new Date().toISOString() }
      const named = new Set<string>()
      const taken = await take(textsOf(tx, state, named))
      const { logoId, logoDarkId, iconId } = document.appearance
      const ids = [logoId, logoDarkId, iconId].filter((id) => id !== null)
      return { ...state, taken, masters: await readMasters(tx, ids, [...named]) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

const headOf = ({ id, purpose, mimeType, sha256 }: Master) => {
  const hex = Buffer.from(sha256).toString('hex')
  return `${JSON.stringify({ id, purpose, mimeType, sha256: hex }).slice(0, -1)},"data":"`
}

const tail = '"}'
const end = ']}\n'

const bytesOfMaster = (master: Master) =>
  headOf(master).length + Math.ceil(master.fileSize / 3) * 4 + tail.length

/** Encodes in pieces, each of which is a multiple of three bytes. */
async function* inBase64(storage: Storage, key: string): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const chunk of await storage.read(key)) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.toString('base64', 0, whole)
    rest = bytes.subarray(whole)
  }
  if (rest.length > 0) yield rest.toString('base64')
}

const chosen = (masters: readonly Master[], notePictures: boolean) =>
  notePictures ? masters : masters.filter(({ purpose }) => purpose !== 'note')

function bytesOf(textBytes: number, masters: readonly Master[], notePictures: boolean): number {
  const some = chosen(masters, notePictures)
  const commas = Math.max(0, some.length - 1)
  return some.reduce((sum, one) => sum + bytesOfMaster(one), textBytes + end.length + commas)
}

/** Number of pages, services and case studies in an export. */
export async function countRecords(db: Database): Promise<number> {
  const counts = await Promise.all([
    db.$count(pages, isNull(pages.deletedAt)),
    db.$count(services),
    db.$count(caseStudies),
  ])
  return counts.reduce((sum, count) => sum + count)
}

/** The name that an export would have, and its size. */
export async function measureExport({ db }: Pick<Dependencies, 'db'>) {
  const { document, exportedAt, taken, masters } = await readState(db, async (texts) => {
    let bytes = 0
    for await (const text of texts) bytes += Buffer.byteLength(text)
    return bytes
  })
  const day = new Date(exportedAt).toLocaleDateString('sv-SE', {
    timeZone: document.hours.timeZone,
  })
  return {
    name: `${slugOf(document.firm.name, 'firm')}-site-${day}.json`,
    bytes: (notePictures: boolean) => bytesOf(taken, masters, notePictures),
  }
}

/**
 * Exports a consistent state of the public content. Texts are staged on disk, while pictures are
 * read when they are sent.
 */
export async function openExport({ db, storage }: Pick<Dependencies, 'db' | 'storage'>) {
  const { taken: staged, masters } = await readState(db, async (texts) => {
    const received = await storage.receive(maxBytes)
    try {
      await pipeline(texts, received.sink)
      return received
    } catch (error) {
      await received.discard()
      throw error
    }
  })
  return {
    bytes: bytesOf(staged.size(), masters, true),
    async *read(notePictures: boolean): AsyncGenerator<string | Buffer> {
      yield* createReadStream(staged.path)
      for (const [at, master] of chosen(masters, notePictures).entries()) {
        yield (at > 0 ? ',' : '') + headOf(master)
        yield* inBase64(storage, master.storageKey)
        yield tail
      }
      yield end
    },
    discard: staged.discard,
  }
}

/** Stores an export. @returns the values for a row of `site_exports`. */
export async function storeExport(
  deps: Pick<Dependencies, 'db' | 'storage'>,
): Promise<{ storageKey: string; fileSize: number; sha256: Buffer }> {
  await using stack = new AsyncDisposableStack()
  const exported = await openExport(deps)
  stack.defer(exported.discard)
  const received = await deps.storage.receive(exported.bytes)
  stack.defer(received.discard)
  await pipeline(exported.read(true), received.sink)
  const sha256 = received.sha256()
  await received.commit(sha256)
  return { storageKey: received.key, fileSize: received.size(), sha256 }
}

export const tooLargeExport = () => {
  const message = 'The export would be larger than 50 MB. Leave the pictures of notes out.'
  return new Failure('too_large', message, { fields: { notePictures: message } })
}
