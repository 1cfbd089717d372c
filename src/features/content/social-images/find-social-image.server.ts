import { and, eq } from 'drizzle-orm'
import type { LiveSettings } from '#server/content/live-settings.ts'
import { media, socialImages } from '#server/database/schema.ts'
import { urlOf } from '../media/store-picture.server.ts'
import type { Reader } from '../pages/page-store.server.ts'
import { firmLookOf } from './firm-look.server.ts'
import { illustratedBy } from './illustrated-pages.server.ts'

/**
 * Address of the social image for the page at a path. It is undefined for a shipped image, and
 * until one is drawn for the current name, logo and colors.
 */
export async function findSocialImage(
  db: Reader,
  live: LiveSettings,
  path: string,
): Promise<string | undefined> {
  const look = firmLookOf(live)
  if (!look) return undefined
  const [found] = await db
    .select({ publicName: media.publicName })
    .from(socialImages)
    .innerJoin(media, eq(media.id, socialImages.mediaId))
    .where(and(eq(socialImages.path, illustratedBy(path)), eq(socialImages.look, look.key)))
  return found && urlOf(found)
}
