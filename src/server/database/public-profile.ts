import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { media } from './schema.ts'

/** `name` is null when the user has no display name. */
export type PublicProfile = {
  name: string | null
  title: string | null
  portraitUrl: string | null
}

export const nobody: PublicProfile = { name: null, title: null, portraitUrl: null }

type Columns = Record<'displayName' | 'title' | 'portraitId' | 'active', SQLWrapper>

/** The address of a portrait of 96 pixels; null when there is none. */
export const portraitUrl = (portraitId: SQLWrapper): SQL<string | null> =>
  sql`(select '/media/' || portrait.public_name from ${media} portrait
    where portrait.derived_from = ${portraitId} and portrait.variant = '96')`

/** A user as visitors see them. Of former colleagues only the name is shown. */
export const publicProfile = (user: Columns): SQL<PublicProfile> =>
  sql`json_build_object('name', ${user.displayName},
    'title', case when ${user.active} then ${user.title} end,
    'portraitUrl', case when ${user.active} then ${portraitUrl(user.portraitId)} end)`

/** The public profile of a user whose table is joined as `u`. */
export const publicProfileOfU = publicProfile({
  displayName: sql`u.display_name`,
  title: sql`u.title`,
  portraitId: sql`u.portrait_id`,
  active: sql`u.active`,
})
