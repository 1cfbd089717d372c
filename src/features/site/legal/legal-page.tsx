import { data, Link } from 'react-router'
import { mailtoOf } from '#contract/email-address.ts'
import { PageText, sectionsOf } from '#features/content/page-text/page-text.tsx'
import type { TextTree } from '#features/content/page-text/text-tree.ts'
import { siteContext } from '#web/api/site-context.ts'
import { useFirm } from '#web/firm.ts'
import { DemoTag } from '#web/ui/badge.tsx'
import { Time } from '#web/ui/time.tsx'
import NotFoundPage from '../layout/not-found-page.tsx'
import { siteDataOf } from '../layout/site-data.tsx'
import { loadPublished } from '../notes/use-published.ts'
import { head, hiddenHead } from '../seo/head.ts'
import { breadcrumb, graph, organization } from '../seo/structured-data.ts'
import type { Route } from './+types/legal-page.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = await loadPublished(context, 'legal', params.slug, request)
  if (!page) return data(null, { status: 404 })
  const { slug, title, summary, tree, changedOn, demo, coming, earlier, others } = page
  const { origin } = new URL(request.url)
  const site = context.get(siteContext)
  site.serverOnly.structuredData = graph([
    organization(origin, site),
    breadcrumb(origin, [
      { name: 'Home', path: '/' },
      { name: title, path: `/legal/${slug}` },
    ]),
  ])
  return data({
    slug,
    title,
    summary,
    changedOn,
    demo,
    coming,
    earlier,
    others,
    ...(page.description && { description: page.description, keywords: page.keywords }),
    tree: tree as TextTree,
  })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return hiddenHead('Page Not Found')
  const site = siteDataOf(matches)
  const { slug, title, summary, description = summary, keywords = '' } = loaderData
  return head(site, {
    description,
    keywords,
    title: `${title} | ${site.siteName}`,
    path: `/legal/${slug}`,
  })
}

export default function LegalPage({ loaderData: page }: Route.ComponentProps) {
  const { email } = useFirm()
  if (!page) return <NotFoundPage />
  const { slug, title, summary, tree, changedOn, demo, coming, earlier, others } = page
  return (
    <div className="wrap legal">
      <header className="legal-head">
        <h1 className="h1-page">{title}</h1>
        {summary && <p className="lead">{summary}</p>}
        <p className="small legal-date">
          Last changed <Time value={changedOn} calendarDay />
          {earlier && (
            <Link className="link" to={`/legal/${slug}/versions`}>
              Earlier versions
            </Link>
          )}
          {demo ? <DemoTag>Demo text</DemoTag> : null}
        </p>
        {coming && (
          <aside className="legal-coming" aria-label="Coming version">
            <p>
              A new version takes effect on <Time value={coming.on} calendarDay />.{' '}
              <Link className="link" to={`/legal/${slug}/versions/${coming.number}`}>
                Read it now
              </Link>
            </p>
            {coming.changeNote && <p className="text-ink-2">{coming.changeNote}</p>}
          </aside>
        )}
      </header>
      <nav aria-label="Legal" className="legal-nav no-print">
        <ul>
          {others.map((other) => (
            <li key={other.slug}>
              <Link
                to={`/legal/${other.slug}`}
                aria-current={other.slug === slug ? 'page' : undefined}
                className="legal-link"
              >
                {other.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="legal-text">
        {sectionsOf(tree).map((section) => (
          <section key={JSON.stringify(section[0])} className="page-text">
            <PageText tree={section} />
          </section>
        ))}
        <p className="legal-end">
          Questions about this page:{' '}
          <a className="link" href={mailtoOf(email)}>
            {email}
          </a>
        </p>
      </div>
    </div>
  )
}
