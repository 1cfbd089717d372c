import { and, count, eq, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { defaultSettings } from '#features/content/resolved-settings/defaults.ts'
import { hasHolidayAhead } from '#features/content/site-settings/problems.ts'
import type { Config } from '#server/config.ts'
import { type LiveSettings, readLiveSettings } from '#server/content/live-settings.ts'
import * as schema from '#server/database/schema.ts'
import { connectToDatabase } from './doctor-database.ts'
import { type Finding, failed, notSet, ok, warning } from './doctor-findings.ts'
import { checkMedia, checkOwnPictures, checkSocialImages } from './doctor-pictures.ts'
import { isLoopback } from './doctor-requests.ts'

async function sizeOfMedia(db: NodePgDatabase<typeof schema>) {
  const bytes = sql<string>`coalesce(sum(${schema.media.fileSize}), 0)`
  const [size] = await db.select({ count: count(), bytes }).from(schema.media)
  return { count: size?.count ?? 0, bytes: Number(size?.bytes ?? 0) }
}

/** `live` is undefined when no version can be read. */
async function readSite(config: Config) {
  const client = await connectToDatabase(config)
  if (!client) return undefined
  try {
    const db = drizzle({ client, schema, casing: 'snake_case' })
    const { kind, slug, demo } = schema.pages
    const isUsual = and(eq(kind, 'legal'), eq(slug, 'privacy'), eq(demo, true))
    const live = await readLiveSettings(db)
    return {
      live,
      social: live && (await checkSocialImages(db, config, live)),
      media: await sizeOfMedia(db),
      isUsualPrivacy: (await db.$count(schema.pages, isUsual)) > 0,
    }
  } finally {
    await client.end()
  }
}

export async function checkSiteSettings(config: Config): Promise<Finding[]> {
  const check = 'Site settings'
  const site = await readSite(config)
  if (!site) return [notSet(check, 'checked only while the product runs.')]
  const { live, isUsualPrivacy, media, social } = site
  if (!live) {
    return [failed(check, 'no version can be read: start the product, or restore a backup.')]
  }
  const { number, unreadable, document } = live
  return [
    unreadable === null
      ? ok(check, `version ${number} is live.`)
      : failed(check, `version ${unreadable} cannot be read, ${number} is shown: update.`),
    ...(isUsualPrivacy && !document.demo.showDemoContent
      ? [failed('Privacy text', 'still the demonstration’s: publish your own under Pages, Legal.')]
      : []),
    ...checkSettings(document, config.publicUrl, new Date()),
    await checkOwnPictures(config, live),
    ...(social ? [social] : []),
    checkMedia(media),
  ]
}

/** Checks that an installation in public use shows the firm's own content. */
export function checkSettings(
  { firm, contact, demo, hours }: LiveSettings['document'],
  publicUrl: string,
  now: Date,
): Finding[] {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol !== 'https:' || isLoopback(hostname)) {
    const why = 'checked only where PUBLIC_URL is a public https address.'
    return [notSet('Own site', why), notSet('Holidays', why)]
  }
  const usual = defaultSettings()
  const left = [
    ...(firm.name === usual.firm.name ? ['the default name'] : []),
    ...(contact.email === usual.contact.email ? ['the default email address'] : []),
    ...(demo.showDemoContent ? ['demo content'] : []),
  ]
  return [
    left.length === 0
      ? ok('Own site', 'name, email address and content are the firm’s own.')
      : warning('Own site', `still shows ${left.join(', ')}: change that under Site.`),
    hasHolidayAhead(hours, now)
      ? ok('Holidays', 'known for the next 12 months.')
      : warning('Holidays', 'none in the next 12 months: enter them under Site, Hours.'),
  ]
}
