import { call } from '../../../contract/endpoint.ts'
import { transportContext } from '../../../web/api/prefetch.ts'
import { services } from '../../content/services/contract.ts'
import { legalTexts, pathOfLegal } from '../legal/legal-texts.ts'
import type { Route } from './+types/sitemap.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const offered = await call(context.get(transportContext), services.list, {})
  const paths = [
    '/',
    ...offered.map(({ slug }) => `/services/${slug}`),
    ...legalTexts.map(({ slug }) => pathOfLegal(slug)),
  ]
  // The request URL has the configured origin; the Host header is never used.
  const { origin } = new URL(request.url)
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${new URL(path, origin).href}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
