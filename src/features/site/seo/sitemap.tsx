import { call } from '#contract/endpoint.ts'
import { visits } from '#features/booking/bookings/contract.ts'
import { published } from '#features/content/live-pages/contract.ts'
import { transportContext } from '#web/api/prefetch.ts'
import type { Route } from './+types/sitemap.ts'

/** Below the limit of 50,000 from sitemaps.org. */
const maxAddresses = 45_000

const xml = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

type Address = { path: string; changedAt?: string }

function answer(lines: string[]): Response {
  const headers = { 'content-type': 'application/xml; charset=utf-8' }
  return new Response([xml, ...lines, ''].join('\n'), { headers })
}

/** Returns one sitemap, or an index of parts if there are too many addresses for one. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const transport = context.get(transportContext)
  const [written, { meetingTypes }] = await Promise.all([
    call(transport, published.addresses, {}),
    call(transport, visits.openTypes, {}),
  ])
  const notes = written.filter(({ path }) => path.startsWith('/notes/'))
  const newest = notes
    .map(({ changedAt }) => changedAt)
    .sort()
    .at(-1)
  const addresses: Address[] = [
    { path: '/' },
    ...meetingTypes.map(({ slug, changedAt }) => ({ path: `/book/${slug}`, changedAt })),
    ...(newest ? [{ path: '/notes', changedAt: newest }] : []),
    ...written,
  ]
  const { origin } = new URL(request.url)
  const parts = Math.ceil(addresses.length / maxAddresses)
  const { part } = params as { part?: string }
  if (part === undefined && parts > 1) {
    const names = Array.from({ length: parts }, (_, at) => `${origin}/sitemaps/${at + 1}.xml`)
    const entries = names.map((name) => `<sitemap><loc>${name}</loc></sitemap>`)
    return answer([`<sitemapindex ${namespace}>`, ...entries, '</sitemapindex>'])
  }
  const number = part === undefined ? 1 : Number(/^([1-9]\d*)\.xml$/.exec(part)?.[1] ?? 0)
  if (number < 1 || number > parts) return new Response('Not Found', { status: 404 })
  const listed = addresses.slice((number - 1) * maxAddresses, number * maxAddresses)
  return answer([
    `<urlset ${namespace}>`,
    ...listed.map(({ path, changedAt }) => {
      const changed = changedAt ? `<lastmod>${changedAt}</lastmod>` : ''
      return `<url><loc>${new URL(path, origin).href}</loc>${changed}</url>`
    }),
    '</urlset>',
  ])
}
