import { buffer } from 'node:stream/consumers'
import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { raiseContentVersion } from '#server/content/content-version.ts'
import { type LiveSettings, readLiveSettings } from '#server/content/live-settings.ts'
import { socialImages } from '#server/database/schema.ts'
import type { Storage } from '#server/files/storage.ts'
import { job } from '#server/jobs/jobs.ts'
import { makeSocialImages } from '#server/pictures/make-pictures.ts'
import type { SocialLook } from '#server/pictures/picture.ts'
import { announceContent } from '#server/service/announce.ts'
import type { Dependencies } from '#server/service/context.ts'
import { nextEffectiveAt } from '../live-pages/published.server.ts'
import { storeSocialImage } from '../media/store-picture.server.ts'
import type { Reader } from '../pages/page-store.server.ts'
import { effectiveSettings, type ReplyTimes } from '../resolved-settings/effective-settings.ts'
import { type FirmLook, firmLookOf, hashOf } from './firm-look.server.ts'
import { type IllustratedPage, illustratedPages } from './illustrated-pages.server.ts'

/** Delay that combines a series of edits into one run. */
const restMs = 5_000

/** Maximum per run, so that uploads and other jobs get their turn. */
const maxPerRun = 4

const name = 'social-images.draw'
const payload = z.object({})

const planDrawing = ({ db, jobs }: Pick<Dependencies, 'db' | 'jobs'>, ms: number) =>
  jobs.add(db, { name, payload }, {}, { uniqueKey: name, runAt: new Date(Date.now() + ms) })

/** Call this when public content has changed, on any instance. */
export const planSocialImages = (deps: Pick<Dependencies, 'db' | 'jobs'>) =>
  planDrawing(deps, restMs)

type Due = IllustratedPage & { inputs: Buffer }

/**
 * Returns images to be drawn, the number of pages with an image, and paths of rows without a page.
 */
export async function compareSocialImages(
  { db, config }: { db: Reader; config: ReplyTimes },
  live: LiveSettings,
  look: FirmLook,
) {
  const found = await illustratedPages(db, effectiveSettings(config)(live.document))
  const rows = await db
    .select({ path: socialImages.path, inputs: socialImages.inputs })
    .from(socialImages)
  const drawn = new Map(rows.map(({ path, inputs }) => [path, inputs]))
  const all = found.map((page): Due => {
    const { title, line } = page
    return { ...page, inputs: hashOf([look.key.toString('hex'), title, line]) }
  })
  const present = new Set(all.map(({ path }) => path))
  return {
    due: all.filter(
      ({ path, inputs }) => !drawn.has(path) || !inputs.equals(drawn.get(path) ?? inputs),
    ),
    pages: all.length,
    gone: rows.map(({ path }) => path).filter((path) => !present.has(path)),
  }
}

async function readLook(
  { key: _, logo, ...look }: FirmLook,
  storage: Storage,
): Promise<SocialLook> {
  if (!logo) return look
  const bytes = await buffer(await storage.read(logo.storageKey))
  return { ...look, logo: bytes.toString('base64') }
}

async function draw(deps: Dependencies, look: FirmLook, pages: readonly Due[]): Promise<void> {
  const { db, storage } = deps
  const made = await makeSocialImages(await readLook(look, storage), pages)
  for (const [index, picture] of made.entries()) {
    const page = pages[index]
    if (!page) return
    const { path, inputs } = page
    const mediaId = await storeSocialImage(deps, picture)
    const row = { look: look.key, inputs, mediaId }
    await db
      .insert(socialImages)
      .values({ path, ...row })
      .onConflictDoUpdate({ target: socialImages.path, set: row })
  }
}

/**
 * Draws the social images of a firm with its own look, for pages whose title, line or look changed.
 * Images without a page are removed together with unused pictures.
 */
export const drawSocialImages = job({
  name,
  payload,
  dailyAt: { hour: 3, minute: 50 },
  timeoutSeconds: 300,
  async run(deps) {
    const { db, jobs } = deps
    const live = await readLiveSettings(db)
    const look = live && firmLookOf(live)
    if (!look) {
      await db.delete(socialImages)
      return
    }
    const { due, gone } = await compareSocialImages(deps, live, look)
    if (gone.length > 0) await db.delete(socialImages).where(inArray(socialImages.path, gone))
    const next = await nextEffectiveAt(db)
    if (next) {
      const uniqueKey = `${name} ${next.toISOString()}`
      await jobs.add(db, { name, payload }, {}, { uniqueKey, runAt: next })
    }
    if (due.length === 0) return
    const batch = due.slice(0, maxPerRun)
    await draw(deps, look, batch)
    const isLast = due.length === batch.length
    if (!isLast) await planDrawing(deps, 0)
    // The images of a large site are published after the home page and once more at the end.
    if (isLast || batch.some(({ path }) => path === '/')) {
      await announceContent(deps, await db.transaction(raiseContentVersion))
    }
  },
})
