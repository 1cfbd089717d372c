import { useEffect } from 'react'
import { createStore } from '../store.ts'

type Kind = 'page' | 'file' | 'form'

/** The document that could not be loaded, or the form that could not be sent. `again` retries. */
export const unserved = createStore<{ kind: Kind; again: () => void } | undefined>(undefined)

/**
 * Navigates only once the server responds. Otherwise the browser's own error page would replace
 * this one and lose everything typed into it.
 */
async function whenServed(kind: Kind, go: () => void): Promise<void> {
  unserved.set(undefined)
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer && answer.status < 500) go()
  else unserved.set({ kind, again: () => void whenServed(kind, go) })
}

const kindOf = (address: string): Kind => (address.includes('/api/') ? 'file' : 'page')

/** Leaves the app for a document, or downloads a file. */
export function loadDocument(address: string): Promise<void> {
  return whenServed(kindOf(address), () => location.assign(address))
}

export function linkOf({ target }: MouseEvent): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
}

/**
 * Whether a click leaves the page within this tab, rather than open a tab or another program, or be
 * handled by the router already.
 */
export function isNativeNavigation(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const { button, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
  const isHere = link.pathname + link.search === location.pathname + location.search
  return (
    !(defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) &&
    !(link.target || (isHere && link.hash)) &&
    link.origin === location.origin
  )
}

/**
 * Takes over native navigations and form submissions, and performs them once the server responds.
 */
export function useCheckedNavigation(): void {
  useEffect(() => {
    const passed = new WeakSet<Element>()
    const waiting = new WeakSet<Element>()
    async function wait(kind: Kind, element: Element, go: () => void) {
      if (waiting.has(element)) return
      waiting.add(element)
      await whenServed(kind, () => {
        passed.add(element)
        go()
      })
      waiting.delete(element)
    }
    function onClick(event: MouseEvent) {
      const link = linkOf(event)
      if (!link || passed.delete(link)) return
      unserved.set(undefined)
      if (!isNativeNavigation(link, event)) return
      event.preventDefault()
      // Clicking the link again makes the browser respect its `rel` and `download`.
      void wait(kindOf(link.href), link, () => link.click())
    }
    function onSubmit(event: SubmitEvent) {
      const form = event.target as HTMLFormElement
      if (passed.delete(form) || event.defaultPrevented || form.target) return
      event.preventDefault()
      void wait('form', form, () => form.requestSubmit(event.submitter))
    }
    // React listens on the document, so the router has already handled the event.
    addEventListener('click', onClick)
    addEventListener('submit', onSubmit)
    return () => {
      removeEventListener('click', onClick)
      removeEventListener('submit', onSubmit)
    }
  }, [])
}
