import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { media, socialImages, storedState } from '#server/database/schema.ts'
import { job } from '#server/jobs/jobs.ts'

const markName = 'media:unused'
const keptDays = 30

/** Since when each master has been unreferenced, by its id. */
const Unused = z.record(z.string(), z.iso.datetime({ offset: true })).catch({})

/**
 * Finds unreferenced pictures. The text of a page refers to a picture by the address of its master
 * or of a variant.
 */
const unused = sql`
  with named as (
    select v.value #>> '{}' as id from (
      select document -> 'appearance' as look from site_versions
      union all select value from site_drafts where section = 'appearance') as one,
      lateral jsonb_each(look) as v where v.key in ('logoId', 'logoDarkId', 'iconId')
        and jsonb_typeof(look) = 'object'
    union select portrait_id::text from users
    union select media_id::text from ${socialImages})
  select m.id, m.created_at as at from ${media} m
  where m.derived_from is null
    and m.id::text not in (select id from named where id is not null)
    and not exists (
      select from ${media} f
      join (select body from pages union all select body from page_versions) t
        on position(f.public_name in t.body) > 0
      where f.id = m.id or f.derived_from = m.id)`

/** Removes pictures that nothing has referenced for 30 days. */
export const sweepMedia = job({
  name: 'media.sweep',
  payload: z.object({}),
  dailyAt: { hour: 3, minute: 40 },
  timeoutSeconds: 600,
  async run({ db, log }) {
    await db.transaction(async (tx) => {
      const isMark = eq(storedState.name, markName)
      const [mark] = await tx.select().from(storedState).where(isMark).for('update')
      const before = Unused.parse(mark?.value ?? {})
      const { rows } = await tx.execute<{ id: string; at: string | Date }>(unused)
      const now = Date.now()
      // Uploading the same picture again restarts the period.
      const since = Object.fromEntries(
        rows.map(({ id, at }) => {
          const found = before[id]
          const goesOn = found !== undefined && Date.parse(found) >= new Date(at).getTime()
          return [id, goesOn ? found : new Date(now).toISOString()]
        }),
      )
      const due = Object.keys(since).filter(
        (id) => now - Date.parse(since[id] ?? '') >= keptDays * 86_400_000,
      )
      for (const id of due) {
        await tx.delete(media).where(eq(media.id, id))
        delete since[id]
      }
      await tx
        .insert(storedState)
        .values({ name: markName, value: since })
        .onConflictDoUpdate({ target: storedState.name, set: { value: since } })
      if (due.length > 0) log.info({ event: 'unused_pictures_removed', count: due.length })
    })
  },
})
