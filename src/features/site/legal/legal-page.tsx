import { data, Link } from 'react-router'
import { brand } from '../../../brand.ts'
import { DemoTag } from '../../../web/ui/badge.tsx'
import { Time } from '../../../web/ui/time.tsx'
import { PageNotFound } from '../layout/not-found-page.tsx'
import { head, hiddenHead } from '../seo/head.ts'
import { siteDataOf } from '../seo/site-data.tsx'
import { breadcrumb, graph, organization } from '../seo/structured-data.ts'
import type { PageHandle } from '../seo/structured-data-slot.tsx'
import type { Route } from './+types/legal-page.ts'
import './legal.css'
import type { LegalText } from './legal-text.ts'
import { legalTexts, legalUpdated, pathOfLegal } from './legal-texts.ts'

function textOf(slug: string): LegalText | undefined {
  return legalTexts.find((text) => text.slug === slug)
}

export function loader({ params }: Route.LoaderArgs) {
  return data(null, { status: textOf(params.slug) ? 200 : 404 })
}

export function meta({ params, matches }: Route.MetaArgs) {
  const text = textOf(params.slug)
  if (!text) return hiddenHead('Page Not Found')
  const { title, description, keywords, slug } = text
  return head(siteDataOf(matches).publicUrl, {
    title: `${title}${brand.suffixes.pageTitle}`,
    description,
    keywords,
    path: pathOfLegal(slug),
  })
}

export const handle: PageHandle = {
  structuredData({ publicUrl, params }) {
    const text = textOf(params.slug ?? '')
    if (!text) return null
    const here = { name: text.title, path: pathOfLegal(text.slug) }
    const home = { name: 'Home', path: '/' }
    return graph([organization(publicUrl), breadcrumb(publicUrl, [home, here])])
  },
}

export default function LegalPage({ params }: Route.ComponentProps) {
  const text = textOf(params.slug)
  if (!text) return <PageNotFound />
  return (
    <div className="wrap legal">
      <header className="legal-head">
        <h1 className="h1-page">{text.title}</h1>
        <p className="lead">{text.summary}</p>
        <p className="small legal-date">
          Last changed <Time value={legalUpdated} calendarDay />
          {brand.demo ? <DemoTag>Demo text</DemoTag> : null}
        </p>
      </header>
      <nav aria-label="Legal" className="legal-nav no-print">
        <ul>
          {legalTexts.map(({ slug, title }) => (
            <li key={slug}>
              <Link
                to={pathOfLegal(slug)}
                aria-current={slug === text.slug ? 'page' : undefined}
                className="legal-link"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="legal-text">
        {text.sections.map((section) => (
          <LegalSection key={section.heading} section={section} />
        ))}
        <p className="legal-end">
          Questions about this page:{' '}
          <a className="link" href={`mailto:${brand.email}`}>
            {brand.email}
          </a>
        </p>
      </div>
    </div>
  )
}

function LegalSection({ section }: { section: LegalText['sections'][number] }) {
  return (
    <section>
      <h2 className="h3">{section.heading}</h2>
      {section.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {section.points && (
        <ul className="legal-points">
          {section.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
