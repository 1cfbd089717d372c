import { useEffect, useLayoutEffect, useRef } from 'react'
import { type To, useLocation, useParams } from 'react-router'
import { createStore, useStore } from '#web/store.ts'

/** State of the list when the user left it for a client. */
type Left = { key: string; search: string; scroll: number; client: string }

const left = createStore<Left | undefined>(undefined)
const backToList = 'back to the list'

/** Link from a client's page back to the list in the state in which the user left it. */
export function useListLink(): { to: To; state?: string; preventScrollReset?: boolean } {
  const { client, search = '' } = useStore(left) ?? {}
  const isLeft = useParams().id === client
  const to = { pathname: '/admin/clients', search: isLeft ? search : '' }
  return { to, ...(isLeft && { state: backToList, preventScrollReset: true }) }
}

/** On return from a client, restores the scroll position and focuses the client's row. */
export function useListReturn(isShown: boolean): void {
  const { key, search, state } = useLocation()
  const awaited = useRef<Left | undefined>(undefined)
  const now = useRef({ key, search, state })
  now.current = { key, search, state }
  useLayoutEffect(() => {
    const before = left.get()
    const isBack = before?.key === now.current.key || now.current.state === backToList
    awaited.current = isBack ? before : undefined
    return () => {
      const [, client = ''] = /^\/admin\/clients\/([^/]+)$/.exec(location.pathname) ?? []
      const { key, search } = now.current
      left.set({ key, search, scroll: scrollY, client })
    }
  }, [])
  useEffect(() => {
    const before = awaited.current
    if (!before || !isShown) return
    awaited.current = undefined
    scrollTo({ top: before.scroll, behavior: 'instant' })
    document
      .querySelector<HTMLElement>(`[data-client="${CSS.escape(before.client)}"]`)
      ?.focus({ preventScroll: true })
  }, [isShown])
}
