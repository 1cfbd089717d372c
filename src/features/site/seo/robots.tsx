import type { Route } from './+types/robots.ts'

/** Crawlers may read the public site; the back-office and the calls are none of their business. */
export function loader({ request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const body = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
