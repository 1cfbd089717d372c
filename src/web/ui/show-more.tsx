import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

type Pages = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

export function ShowMore({ pages }: { pages: Pages }) {
  const button = useRef<HTMLButtonElement>(null)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  const waits = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (!waits || !button.current) return
    const margin = { rootMargin: '800px', scrollMargin: '800px' }
    const near = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void fetchNextPage()
    }, margin)
    near.observe(button.current)
    return () => near.disconnect()
  }, [waits, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div className="sticky left-0 flex flex-wrap items-center justify-center gap-3 p-3">
      {isFetchNextPageError && <p role="alert">Unable to load more at this time.</p>}
      <Button ref={button} busy={pages.isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show More
      </Button>
    </div>
  )
}
