import { useEffect, useRef } from 'react'

type Page = { items: readonly { id: string }[] }

/** The number of pages to keep: all before the first page whose rows are all far below. */
export function nearPages(pages: readonly Page[], isFar: (id: string) => boolean): number {
  const far = pages.findIndex(
    ({ items }, at) => at > 0 && items.length > 0 && items.every(({ id }) => isFar(id)),
  )
  return far === -1 ? pages.length : far
}

/** More than the distance at which the next page is loaded, in window heights. */
const farHeights = 3

function isFarBelow(row: HTMLElement | null): boolean {
  if (!row || row === document.activeElement) return false
  return row.getBoundingClientRect().top > farHeights * Math.max(innerHeight, 600)
}

/**
 * After each fetch, drops pages far below the visible part, so that the next change does not fetch
 * them all again.
 */
export function useNearPages(
  list: { pages: readonly Page[] | undefined; isRefetching: boolean; keep(count: number): void },
  rowOf: (id: string) => HTMLElement | null,
): void {
  const wasReading = useRef(false)
  const { pages = [], isRefetching, keep } = list
  useEffect(() => {
    const hasRead = wasReading.current && !isRefetching
    wasReading.current = isRefetching
    if (!hasRead) return
    const count = nearPages(pages, (id) => isFarBelow(rowOf(id)))
    if (count < pages.length) keep(count)
  }, [isRefetching, pages, keep, rowOf])
}
