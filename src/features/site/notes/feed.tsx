import { renderToStaticMarkup } from 'react-dom/server'
import { call } from '#contract/endpoint.ts'
import { published } from '#features/content/live-pages/contract.ts'
import { PageText } from '#features/content/page-text/page-text.tsx'
import type { TextTree } from '#features/content/page-text/text-tree.ts'
import { transportContext } from '#web/api/prefetch.ts'
import { siteContext } from '#web/api/site-context.ts'
import type { Route } from './+types/feed.ts'

/** Characters that XML 1.0 forbids (section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression must match them.
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => escapes[mark] ?? '')

/** The newest notes with their texts as an Atom feed (RFC 4287). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const notes = await call(context.get(transportContext), published.feed, {})
  if (notes.length === 0) return new Response('Not Found', { status: 404 })
  const { origin } = new URL(request.url)
  const { firm } = context.get(siteContext).settings
  const updated = notes
    .map(({ changedAt }) => changedAt)
    .sort()
    .at(-1)
  const entries = notes.flatMap(({ id, slug, title, summary, author, tree, ...note }) => [
    '<entry>',
    `<id>urn:uuid:${id}</id>`,
    `<title>${escaped(title)}</title>`,
    `<link rel="alternate" type="text/html" href="${origin}/notes/${slug}"/>`,
    `<published>${note.publishedAt}</published>`,
    `<updated>${note.changedAt}</updated>`,
    `<author><name>${escaped(author)}</name></author>`,
    ...(summary ? [`<summary>${escaped(summary)}</summary>`] : []),
    '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">',
    renderToStaticMarkup(<PageText tree={tree as unknown as TextTree} base={origin} />),
    '</div></content>',
    '</entry>',
  ])
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${origin}/notes</id>`,
    `<title>${escaped(firm.name)}: notes</title>`,
    `<updated>${updated}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${origin}/notes/feed.xml"/>`,
    `<link rel="alternate" type="text/html" href="${origin}/notes"/>`,
    `<author><name>${escaped(firm.name)}</name></author>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n')
  return new Response(body.replace(unwritable, ''), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  })
}
