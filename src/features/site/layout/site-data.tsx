import { firmOf } from '#web/firm.ts'
import type { SiteData } from '../seo/head.ts'
import type { LayoutWords } from './use-layout-words.ts'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** The data for a route's `meta` function, where hooks are not available. */
export function siteDataOf(matches: Matches): SiteData {
  const dataOf = <T,>(id: string) =>
    matches.find((match) => match?.id === id)?.loaderData as T | undefined
  const firm = firmOf(matches)
  const layout = dataOf<LayoutWords>('site')
  return {
    publicUrl: dataOf<SiteData>('root')?.publicUrl ?? '',
    siteName: firm.name,
    image: layout?.image ?? !firm.look,
    tagline: layout?.tagline ?? '',
  }
}
