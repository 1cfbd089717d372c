import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import './pagination.css'

/** With `more` the end is unknown: "Page 3 of 50+", and Next stays enabled. */
export function Pagination(props: {
  label: string
  page: number
  pages: number
  more?: boolean
  onPage: (page: number) => void
}) {
  const { label, page, pages, more = false, onPage } = props
  if (pages <= 1 && page <= 1) return null
  const isLast = page >= pages && !more
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
        Page {page.toLocaleString()} of {Math.max(pages, more ? page : 1).toLocaleString()}
        {more && '+'}
      </p>
      <Button
        repeats
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && onPage(page + 1)}
      >
        Next
        <Icon icon={ChevronRight} />
      </Button>
    </nav>
  )
}
