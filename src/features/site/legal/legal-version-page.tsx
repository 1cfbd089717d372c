import { data, Link } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { published } from '#features/content/live-pages/contract.ts'
import { PageText } from '#features/content/page-text/page-text.tsx'
import type { TextTree } from '#features/content/page-text/text-tree.ts'
import { transportContext } from '#web/api/prefetch.ts'
import { Time } from '#web/ui/time.tsx'
import NotFoundPage from '../layout/not-found-page.tsx'
import { siteDataOf } from '../layout/site-data.tsx'
import { orNull } from '../notes/use-published.ts'
import { hiddenHead } from '../seo/head.ts'
import type { Route } from './+types/legal-version-page.ts'

export async function loader({ params: { slug, number }, context }: Route.LoaderArgs) {
  const transport = context.get(transportContext)
  const found = await orNull(call(transport, published.version, { slug, number }))
  if (!found) return data(null, { status: 404 })
  return data({ ...found, slug, tree: found.tree as TextTree })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return hiddenHead('Page Not Found')
  const { publicUrl, siteName } = siteDataOf(matches)
  const { slug, title, number } = loaderData
  return [
    ...hiddenHead(`${title}: version ${number} | ${siteName}`),
    { tagName: 'link', rel: 'canonical', href: `${publicUrl}/legal/${slug}` },
  ]
}

export default function LegalVersionPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFoundPage />
  const { slug, title, summary, tree, on, state, changeNote } = loaderData
  return (
    <div className="wrap legal-alone">
      <p className="small">
        <Link className="link" to={`/legal/${slug}/versions`}>
          Versions of {title}
        </Link>
      </p>
      <h1 className="h1-page">{title}</h1>
      <p className="legal-coming">
        {state === 'past' && 'An earlier version, in effect from '}
        {state === 'live' && 'In effect since '}
        {state === 'coming' && 'A version to come, in effect from '}
        <Time value={on} calendarDay />. {changeNote}{' '}
        <Link className="link" to={`/legal/${slug}`}>
          {state === 'live' ? 'Its page' : 'The version in effect'}
        </Link>
      </p>
      {summary && <p className="lead">{summary}</p>}
      <div className="page-text">
        <PageText tree={tree} />
      </div>
    </div>
  )
}
