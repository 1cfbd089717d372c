import type { Route } from './+types/robots.ts'

/** Allows crawling of the public site, but not of the back-office and the API. */
export function loader({ request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const body = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api',
    'Disallow: /preview',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
