import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type SubmitEvent, useId } from 'react'
import type { Paging } from '../api/pages.ts'
import { Button } from './button.tsx'
import { focusHeading } from './focus-heading.ts'
import { Icon } from './icon.tsx'
import { TextInput } from './inputs.tsx'
import './pagination.css'

/** From this number of pages on, repeatedly pressing Next takes too long, so a field is shown. */
const manyPages = 5

/** The foot of a list, with what `usePages` returns. */
export function Pagination(
  props: Paging & {
    label: string
    /** Selector of what receives the focus with a new page, if it is not the page's heading. */
    heading?: string | undefined
  },
) {
  const { label, page, pages, heading } = props
  const jumpId = useId()
  if (pages <= 1 && page <= 1) return null
  const isLast = page >= pages
  function onPage(wanted: number) {
    props.onPage(wanted)
    if (focusHeading(heading)) document.activeElement?.scrollIntoView({ block: 'start' })
  }
  function jump(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = Number(new FormData(event.currentTarget).get('page'))
    if (Number.isInteger(typed) && typed >= 1) onPage(Math.min(typed, pages))
    else event.currentTarget.reset()
  }
  return (
    <nav aria-label={label} className="pagination">
      <Button
        icon={ChevronLeft}
        repeats
        aria-disabled={page <= 1 || undefined}
        onClick={() => page > 1 && onPage(Math.min(page - 1, Math.max(pages, 1)))}
      >
        Previous
      </Button>
      <p>
        Page {page.toLocaleString()} of {Math.max(pages, 1).toLocaleString()}
      </p>
      <Button
        repeats
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && onPage(page + 1)}
      >
        Next
        <Icon icon={ChevronRight} />
      </Button>
      {pages >= manyPages && (
        <form noValidate onSubmit={jump}>
          <p className="pagination-jump">
            <label htmlFor={jumpId}>Go to page</label>
            <TextInput
              id={jumpId}
              key={page}
              name="page"
              className="size-sm"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={page}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          </p>
        </form>
      )}
    </nav>
  )
}
