import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { settingsSchemaVersion } from '#server/content/settings-document.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  caseStudies,
  media,
  pageRedirects,
  pages,
  pageVersions,
  services,
} from '#server/database/schema.ts'
import { toCome } from '../pages/page-store.server.ts'
import { slugOf } from '../pages/slug.ts'
import { requireLive } from '../site-settings/document.server.ts'
import {
  type ExportedPage,
  exportedPurposes,
  format,
  formatVersion,
  pathOfPicture,
} from './exported-site.ts'

/** All versions of a legal text; of other pages the live and scheduled ones. */
const isExported = or(
  eq(pages.kind, 'legal'),
  toCome,
  sql`${pageVersions.number} = (
    select v.number from page_versions v
    where v.page_id = ${pages.id} and v.withdrawn_at is null and v.effective_at <= now()
    order by v.effective_at desc, v.number desc limit 1)`,
)

async function readPages(tx: Transaction): Promise<ExportedPage[]> {
  const rows = await tx
    .select()
    .from(pages)
    .where(isNull(pages.deletedAt))
    .orderBy(asc(pages.kind), asc(pages.position), asc(pages.id))
  const former = await tx.select().from(pageRedirects).orderBy(asc(pageRedirects.slug))
  const versions = await tx
    .select({
      pageId: pageVersions.pageId,
      version: {
        title: pageVersions.title,
        slug: pageVersions.slug,
        summary: pageVersions.summary,
        body: pageVersions.body,
        changeNote: pageVersions.changeNote,
        automatic: pageVersions.automatic,
        effectiveAt: pageVersions.effectiveAt,
        withdrawnAt: pageVersions.withdrawnAt,
        facts: pageVersions.facts,
      },
    })
    .from(pageVersions)
    .innerJoin(pages, eq(pages.id, pageVersions.pageId))
    .where(and(isNull(pages.deletedAt), isExported))
    .orderBy(asc(pageVersions.number))
  const formerOf = Map.groupBy(former, ({ pageId }) => pageId)
  const versionsOf = Map.groupBy(versions, ({ pageId }) => pageId)
  return rows.map(({ id, kind, slug, title, summary, body, demo, firstPublishedAt }) => ({
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

async function readServices(tx: Transaction) {
  const rows = await tx.select().from(services).orderBy(asc(services.position), asc(services.id))
  return rows.map(({ id: _, position: __, createdAt: ___, updatedAt: ____, ...row }) => row)
}

async function readCaseStudies(tx: Transaction) {
  const order = [asc(caseStudies.position), asc(caseStudies.id)]
  const rows = await tx
    .select()
    .from(caseStudies)
    .orderBy(...order)
  return rows.map(({ position: _, createdAt: __, updatedAt: ___, ...row }) => row)
}

/** Pictures with these ids, or with files of these names. */
function readPictures(tx: Transaction, ids: readonly string[], names: readonly string[]) {
  const isNamed = sql`${media.id} in (select coalesce(derived_from, id) from media
    where public_name = any(${sql.param(names)}::text[]))`
  return tx
    .select()
    .from(media)
    .where(and(inArray(media.purpose, exportedPurposes), or(inArray(media.id, [...ids]), isNamed)))
    .orderBy(asc(media.id))
}

const pictureAddress = /\/media\/([\da-f]{32}\.[a-z]+)/g

/** How many bytes a zip needs for a file beside its content, at most. */
const bytesOfEntry = 400

/** A consistent state of the public content: the text of `site.json`, and the pictures beside it. */
export async function exportContent(db: Database, withNotePictures: boolean) {
  const { settings, texts, pictures } = await db.transaction(
    async (tx) => {
      const { document } = await requireLive(tx)
      const read = {
        pages: await readPages(tx),
        services: await readServices(tx),
        caseStudies: await readCaseStudies(tx),
      }
      const bodies = read.pages.flatMap(({ body, versions }) => [
        body,
        ...versions.map((version) => version.body),
      ])
      const named = bodies.flatMap((body) =>
        Array.from(body.matchAll(pictureAddress), ([, name = '']) => name),
      )
      const { logoId, logoDarkId, iconId } = document.appearance
      const ids = [logoId, logoDarkId, iconId].filter((id) => id !== null)
      const found = await readPictures(tx, ids, [...new Set(named)])
      return {
        settings: document,
        texts: read,
        pictures: found.filter(({ purpose }) => withNotePictures || purpose !== 'note'),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const exportedAt = new Date()
  const site = Buffer.from(
    JSON.stringify({
      format,
      formatVersion,
      exportedAt,
      schemaVersion: settingsSchemaVersion,
      settings,
      ...texts,
      media: pictures.map(({ id, purpose, mimeType, sha256 }) => ({
        id,
        purpose,
        mimeType,
        sha256: Buffer.from(sha256).toString('hex'),
      })),
    }),
  )
  const day = exportedAt.toLocaleDateString('sv-SE', { timeZone: settings.hours.timeZone })
  return {
    name: `${slugOf(settings.firm.name, 'firm')}-site-${day}.zip`,
    site,
    pictures: pictures.map((picture) => ({
      path: pathOfPicture(picture),
      storageKey: picture.storageKey,
      createdAt: picture.createdAt,
    })),
    /** Number of pages, services and case studies. */
    rows: Object.values(texts).reduce((sum, { length }) => sum + length, 0),
    fileSize: pictures.reduce(
      (sum, { fileSize }) => sum + fileSize + bytesOfEntry,
      site.length + bytesOfEntry,
    ),
  }
}
