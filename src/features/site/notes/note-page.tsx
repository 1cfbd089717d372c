import { data, Link } from 'react-router'
import { PageText } from '#features/content/page-text/page-text.tsx'
import { picturesIn, type TextTree } from '#features/content/page-text/text-tree.ts'
import { siteContext } from '#web/api/site-context.ts'
import NotFoundPage from '../layout/not-found-page.tsx'
import { siteDataOf } from '../layout/site-data.tsx'
import { head, hiddenHead } from '../seo/head.ts'
import { blogPosting, breadcrumb, graph, organization } from '../seo/structured-data.ts'
import type { Route } from './+types/note-page.ts'
import { NoteLine } from './note-line.tsx'
import { feedLink } from './use-feed-link.ts'
import { loadPublished } from './use-published.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = await loadPublished(context, 'note', params.slug, request)
  if (!page) return data(null, { status: 404 })
  const { slug, title, summary, author, minutes, demo, publishedAt } = page
  const tree = page.tree as TextTree
  const { origin } = new URL(request.url)
  const site = context.get(siteContext)
  const path = `/notes/${slug}`
  const picture = picturesIn(tree)[0] ?? (await site.imageOf(path))
  site.serverOnly.structuredData = graph([
    organization(origin, site),
    blogPosting(origin, { ...page, path, picture }, site.settings.firm.name),
    breadcrumb(origin, [
      { name: 'Home', path: '/' },
      { name: 'Notes', path: '/notes' },
      { name: title, path },
    ]),
  ])
  return data({ slug, title, summary, tree, author, minutes, demo, publishedAt })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return hiddenHead('Page Not Found')
  const site = siteDataOf(matches)
  const { slug, title, summary } = loaderData
  return [
    ...head(site, {
      title: `${title} | ${site.siteName}`,
      type: 'article',
      description: summary || title,
      keywords: '',
      path: `/notes/${slug}`,
      alt: title,
    }),
    feedLink(site),
  ]
}

export default function NotePage({ loaderData: note }: Route.ComponentProps) {
  if (!note) return <NotFoundPage />
  return (
    <article className="wrap note-page">
      <header className="note-head">
        <p className="small">
          <Link className="link" to="/notes">
            Notes
          </Link>
        </p>
        <h1 className="h1-page">{note.title}</h1>
        {note.summary && <p className="lead">{note.summary}</p>}
        <NoteLine note={note} />
      </header>
      <div className="page-text">
        <PageText tree={note.tree} />
      </div>
    </article>
  )
}
