import { useRouteLoaderData } from 'react-router'

/** Root loader data. `publicUrl` has no trailing slash. */
export type SiteData = { publicUrl: string }

const nowhere: SiteData = { publicUrl: '' }

export function useSiteData(): SiteData {
  return useRouteLoaderData<() => SiteData>('root') ?? nowhere
}

/** For a route's `meta`, where hooks are not available. */
export function siteDataOf(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): SiteData {
  const data = matches.find((match) => match?.id === 'root')?.loaderData
  return isSiteData(data) ? data : nowhere
}

function isSiteData(data: unknown): data is SiteData {
  return (
    typeof data === 'object' &&
    data !== null &&
    'publicUrl' in data &&
    typeof data.publicUrl === 'string'
  )
}
