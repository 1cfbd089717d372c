import { and, desc, inArray, isNotNull, lt, or } from 'drizzle-orm'
import type { SiteSettings } from '#contract/settings/document.ts'
import type { Database, Transaction } from '../database/open.ts'
import { media, siteVersions } from '../database/schema.ts'
import { readSettings } from './settings-document.ts'

export type LiveSettings = {
  number: number
  publishedAt: Date
  authorId: string | null
  document: SiteSettings
  /** The number of a newer version that this program cannot read. */
  unreadable: number | null
  /** The masters of logo and icon, and the pictures made from them. */
  pictures: readonly LivePicture[]
}

export type LivePicture = Pick<
  typeof media.$inferSelect,
  'id' | 'derivedFrom' | 'variant' | 'publicName' | 'width' | 'height' | 'storageKey'
>

/** Reads the masters and variants of the logos and the icon that the settings name. */
export async function readPictures(
  db: Database | Transaction,
  { appearance: { logoId, logoDarkId, iconId } }: SiteSettings,
): Promise<LivePicture[]> {
  const ids = [logoId, logoDarkId, iconId].filter((id) => id !== null)
  if (ids.length === 0) return []
  return db
    .select({
      id: media.id,
      derivedFrom: media.derivedFrom,
      variant: media.variant,
      publicName: media.publicName,
      width: media.width,
      height: media.height,
      storageKey: media.storageKey,
    })
    .from(media)
    .where(or(inArray(media.id, ids), inArray(media.derivedFrom, ids)))
}

/**
 * Reads the version with the highest number that this program understands; undefined when there is
 * none. Call it in the transaction of work that must agree with the settings.
 */
export async function readLiveSettings(
  db: Database | Transaction,
): Promise<LiveSettings | undefined> {
  let unreadable: number | null = null
  for (let below: number | undefined; ; ) {
    const older = below === undefined ? undefined : lt(siteVersions.number, below)
    const [row] = await db
      .select()
      .from(siteVersions)
      .where(and(isNotNull(siteVersions.document), older))
      .orderBy(desc(siteVersions.number))
      .limit(1)
    if (!row) return undefined
    const { number, publishedAt, authorId } = row
    const document = readSettings(row.document, row.schemaVersion)
    if (document) {
      const pictures = await readPictures(db, document)
      return { number, publishedAt, authorId, document, unreadable, pictures }
    }
    unreadable ??= number
    below = number
  }
}
