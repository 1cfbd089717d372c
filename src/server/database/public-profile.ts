import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { media } from './schema.ts'

/** `name` is null without a display name. */
export type PublicProfile = {
  name: string | null
  title: string | null
  portraitUrl: string | null
}

export const nobody: PublicProfile = { name: null, title: null, portraitUrl: null }

type Columns = Record<'displayName' | 'title' | 'portraitId' | 'active', SQLWrapper>

/** Address of a portrait of 96 pixels; null when there is none. */
export const portraitUrl = (portraitId: SQLWrapper): SQL<string | null> =>
  sql`(select '/media/' || portrait.public_name from ${media} portrait
    where portrait.derived_from = ${portraitId} and portrait.variant = '96')`

/** A user as visitors see them: former colleagues only by name. */
export const publicProfile = (user: Columns): SQL<PublicProfile> =>
  sql`json_build_object('name', ${user.displayName},
    'title', case when ${user.active} then ${user.title} end,
    'portraitUrl', case when ${user.active} then ${portraitUrl(user.portraitId)} end)`

/** Of a user joined as `u`. */
export const publicProfileOfU = publicProfile({
  displayName: sql`u.display_name`,
  title: sql`u.title`,
  portraitId: sql`u.portrait_id`,
  active: sql`u.active`,
})
