import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PageText } from '#features/content/page-text/page-text.tsx'
import type { TextTree } from '#features/content/page-text/text-tree.ts'
import { pages } from '#features/content/pages/contract.ts'
import { query } from '#web/api/query.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'

/** Shows the text as the site would. If it cannot be rendered, the previous preview stays. */
export function PagePreview({
  title,
  summary,
  body,
}: Record<'title' | 'summary' | 'body', string>) {
  const rested = useDebounced(body)
  const { data, isError } = useQuery({
    ...query(pages.preview, { body: rested }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return (
    <section className="panel page-preview" aria-label="Preview">
      <p className="small text-ink-2" role="status">
        {isError ? 'The preview updates once the text can be shown.' : 'Preview'}
        {data && !isError && `, ${data.minutes} min read`}
      </p>
      <div className="page-preview-text">
        <p className="h3 wrap-anywhere">{title}</p>
        {summary && <p className="text-ink-2 wrap-anywhere">{summary}</p>}
        <div className="page-text">{data && <PageText tree={data.tree as TextTree} newTab />}</div>
      </div>
    </section>
  )
}
