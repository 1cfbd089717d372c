import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import './pagination.css'

export function Pagination(props: {
  label: string
  page: number
  pages: number
  onPage: (page: number) => void
}) {
  const { label, page, pages, onPage } = props
  if (pages <= 1 && page <= 1) return null
  const isLast = page >= pages
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
    </nav>
  )
}
