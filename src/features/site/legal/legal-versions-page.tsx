import { data, Link } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { published } from '#features/content/live-pages/contract.ts'
import { transportContext } from '#web/api/prefetch.ts'
import { Time } from '#web/ui/time.tsx'
import NotFoundPage from '../layout/not-found-page.tsx'
import { siteDataOf } from '../layout/site-data.tsx'
import { orNull } from '../notes/use-published.ts'
import { hiddenHead } from '../seo/head.ts'
import type { Route } from './+types/legal-versions-page.ts'

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const transport = context.get(transportContext)
  const found = await orNull(call(transport, published.versions, { slug }))
  return found ? data({ ...found, slug }) : data(null, { status: 404 })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return hiddenHead('Page Not Found')
  const { publicUrl, siteName } = siteDataOf(matches)
  const { slug, title } = loaderData
  return [
    ...hiddenHead(`${title}: versions | ${siteName}`),
    { tagName: 'link', rel: 'canonical', href: `${publicUrl}/legal/${slug}` },
  ]
}

const words = { past: 'Earlier', live: 'In effect', coming: 'To come' }

export default function LegalVersionsPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFoundPage />
  const { slug, title, items } = loaderData
  return (
    <div className="wrap legal-alone">
      <p className="small">
        <Link className="link" to={`/legal/${slug}`}>
          {title}
        </Link>
      </p>
      <h1 className="h1-page">Versions of {title}</h1>
      <ol className="legal-versions" reversed>
        {items.map(({ number, on, state, changeNote }) => (
          <li key={number} value={number}>
            <p>
              <Link
                className="link"
                to={state === 'live' ? `/legal/${slug}` : `/legal/${slug}/versions/${number}`}
              >
                From <Time value={on} calendarDay />
              </Link>{' '}
              <span className="small text-ink-2">{words[state]}</span>
            </p>
            {changeNote && <p className="text-ink-2">{changeNote}</p>}
          </li>
        ))}
      </ol>
    </div>
  )
}
