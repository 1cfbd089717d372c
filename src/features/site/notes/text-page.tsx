import { data } from 'react-router'
import { PageText } from '#features/content/page-text/page-text.tsx'
import type { TextTree } from '#features/content/page-text/text-tree.ts'
import { siteContext } from '#web/api/site-context.ts'
import { DemoTag } from '#web/ui/badge.tsx'
import NotFoundPage from '../layout/not-found-page.tsx'
import { siteDataOf } from '../layout/site-data.tsx'
import { head, hiddenHead } from '../seo/head.ts'
import { breadcrumb, graph, organization } from '../seo/structured-data.ts'
import type { Route } from './+types/text-page.ts'
import { loadPublished } from './use-published.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = await loadPublished(context, 'page', params.slug, request)
  if (!page) return data(null, { status: 404 })
  const { slug, title, summary, demo } = page
  const { origin } = new URL(request.url)
  const site = context.get(siteContext)
  site.serverOnly.structuredData = graph([
    organization(origin, site),
    breadcrumb(origin, [
      { name: 'Home', path: '/' },
      { name: title, path: `/pages/${slug}` },
    ]),
  ])
  return data({ slug, title, summary, demo, tree: page.tree as TextTree })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return hiddenHead('Page Not Found')
  const site = siteDataOf(matches)
  const { slug, title, summary } = loaderData
  return head(site, {
    title: `${title} | ${site.siteName}`,
    description: summary || title,
    keywords: '',
    path: `/pages/${slug}`,
    alt: title,
  })
}

export default function TextPage({ loaderData: page }: Route.ComponentProps) {
  if (!page) return <NotFoundPage />
  return (
    <article className="wrap note-page">
      <header className="note-head">
        <h1 className="h1-page">{page.title}</h1>
        {page.summary && <p className="lead">{page.summary}</p>}
        {page.demo && (
          <p>
            <DemoTag>Demo page</DemoTag>
          </p>
        )}
      </header>
      <div className="page-text">
        <PageText tree={page.tree} />
      </div>
    </article>
  )
}
