import { data, Link } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { published } from '#features/content/live-pages/contract.ts'
import { transportContext } from '#web/api/prefetch.ts'
import { siteContext } from '#web/api/site-context.ts'
import NotFoundPage from '../layout/not-found-page.tsx'
import { siteDataOf } from '../layout/site-data.tsx'
import { head, hiddenHead } from '../seo/head.ts'
import { breadcrumb, graph, organization } from '../seo/structured-data.ts'
import type { Route } from './+types/notes-page.ts'
import { NoteLine } from './note-line.tsx'
import { feedLink } from './use-feed-link.ts'
import { orNull } from './use-published.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin, searchParams } = new URL(request.url)
  const after = searchParams.get('after') ?? undefined
  const transport = context.get(transportContext)
  const found = await orNull(call(transport, published.notes, { ...(after && { after }) }))
  if (!found || found.items.length === 0) return data(null, { status: 404 })
  const site = context.get(siteContext)
  site.serverOnly.structuredData = graph([
    organization(origin, site),
    breadcrumb(origin, [
      { name: 'Home', path: '/' },
      { name: 'Notes', path: '/notes' },
    ]),
  ])
  return data({ ...found, isFirst: !after })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return hiddenHead('Page Not Found')
  const site = siteDataOf(matches)
  const title = `Notes | ${site.siteName}`
  if (!loaderData.isFirst) return hiddenHead(title)
  const description = `Notes by ${site.siteName}, newest first.`
  return [...head(site, { title, description, keywords: '', path: '/notes' }), feedLink(site)]
}

export default function NotesPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFoundPage />
  const { items, next, isFirst } = loaderData
  return (
    <div className="wrap notes-page">
      <header className="notes-head">
        <h1 className="h1-page">Notes</h1>
        <Link className="link small" reloadDocument to="/notes/feed.xml">
          Atom feed
        </Link>
      </header>
      <div className="notes-list">
        {items.map((note) => (
          <article key={note.slug} className="notes-item">
            <h2 className="h3">
              <Link to={`/notes/${note.slug}`}>{note.title}</Link>
            </h2>
            {note.summary && <p>{note.summary}</p>}
            <NoteLine note={note} />
          </article>
        ))}
      </div>
      {(next || !isFirst) && (
        <nav aria-label="More notes" className="notes-head">
          {!isFirst && (
            <Link className="link" to="/notes">
              Newest notes
            </Link>
          )}
          {next && (
            <Link className="link" rel="next" to={`/notes?after=${next}`}>
              Older notes
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}
