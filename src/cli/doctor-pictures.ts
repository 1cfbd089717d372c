import { eq } from 'drizzle-orm'
import { compareSocialImages } from '#features/content/social-images/draw-social-images.server.ts'
import { firmLookOf } from '#features/content/social-images/firm-look.server.ts'
import type { Config } from '#server/config.ts'
import type { LiveSettings } from '#server/content/live-settings.ts'
import type { Database } from '#server/database/open.ts'
import { media, socialImages } from '#server/database/schema.ts'
import { openStorage } from '#server/files/open-storage.ts'
import { makeLetterIcons, makePictures } from '#server/pictures/make-pictures.ts'
import { type Finding, failed, notSet, ok, warning } from './doctor-findings.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30"/></svg>'

async function canDraw(): Promise<boolean> {
  return makePictures(Buffer.from(drawing), 'svg', 'logo').then(
    (made) => made.length > 1,
    () => false,
  )
}

async function countLost(
  config: Config,
  pictures: readonly { storageKey: string }[],
): Promise<number> {
  const storage = await openStorage(config)
  let lost = 0
  for (const { storageKey } of pictures) {
    const isThere = await storage.read(storageKey).then(
      (bytes) => Boolean(bytes.destroy()),
      () => false,
    )
    if (!isThere) lost += 1
  }
  return lost
}

/** Checks that the logo and icon of the live settings exist. */
export async function checkOwnPictures(
  config: Config,
  { document: { appearance }, pictures }: Pick<LiveSettings, 'document' | 'pictures'>,
): Promise<Finding> {
  const check = 'Own pictures'
  const { logoId, logoDarkId, iconId } = appearance
  const named = [logoId, logoDarkId, iconId].filter((id) => id !== null)
  if (named.length === 0) return notSet(check, 'logo and icon are the defaults.')
  const remedy = 'Upload it again under Site, Logo and colors.'
  const gone = named.filter((id) => !pictures.some((picture) => picture.id === id)).length
  if (gone > 0) {
    return failed(check, `${gone} of ${named.length} are gone, the default shows. ${remedy}`)
  }
  const lost = await countLost(config, pictures)
  if (lost === 0) return ok(check, 'every file can be read.')
  return failed(check, `${lost} of ${pictures.length} files cannot be read. ${remedy}`)
}

/** Checks that the social images of public pages show this firm. */
export async function checkSocialImages(
  db: Database,
  config: Config,
  live: LiveSettings,
): Promise<Finding> {
  const check = 'Social images'
  const look = firmLookOf(live)
  if (!look) {
    return notSet(check, 'the shipped ones: name, tagline, logo and colors are the defaults.')
  }
  const { due, pages } = await compareSocialImages({ db, config }, live, look)
  const drawn = await db
    .select({ storageKey: media.storageKey })
    .from(socialImages)
    .innerJoin(media, eq(media.id, socialImages.mediaId))
  const lost = await countLost(config, drawn)
  if (lost > 0) {
    const mend = 'restore them from a backup.'
    return failed(check, `${lost} of ${drawn.length} files cannot be read: ${mend}`)
  }
  if (due.length === 0) return ok(check, `drawn for ${pages} ${pages === 1 ? 'page' : 'pages'}.`)
  const mend = 'if that stays so for a minute, look for job_failed in the log.'
  return warning(check, `${due.length} of ${pages} are still to be drawn: ${mend}`)
}

const canWrite = () =>
  makeLetterIcons({ text: 'A', ground: '#000000', ink: '#ffffff' }).then(
    () => true,
    () => false,
  )

export async function checkRenderer(): Promise<Finding> {
  const check = 'Making pictures'
  const remedy = 'install the packages again, `npm ci`.'
  if (!(await canDraw())) return failed(check, `does not work: ${remedy}`)
  if (!(await canWrite()))
    return failed(check, `cannot draw text, its fonts are missing: ${remedy}`)
  return ok(check, 'works, and so do its fonts.')
}

export function checkMedia({ count, bytes }: { count: number; bytes: number }): Finding {
  const check = 'Size of pictures'
  if (count === 0) return notSet(check, 'no picture was uploaded.')
  return ok(check, `${count.toLocaleString('en')} files, ${(bytes / 1024 ** 2).toFixed(1)} MB.`)
}
