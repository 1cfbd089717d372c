import { useEffect } from 'react'
import { createStore } from '../store.ts'

type Kind = 'page' | 'file' | 'form'

/** What could not be opened or sent; `again` tries once more. */
export const unserved = createStore<{ kind: Kind; again: () => void } | undefined>(undefined)

/**
 * Goes on once the server answers: otherwise the page of the browser's error would take the place
 * of this one, with all that was typed into it.
 */
async function whenServed(kind: Kind, go: () => void): Promise<void> {
  unserved.set(undefined)
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer && answer.status < 500) go()
  else unserved.set({ kind, again: () => void whenServed(kind, go) })
}

const kindOf = (address: string): Kind => (address.includes('/api/') ? 'file' : 'page')

/** Leaves the app for a document, or downloads it. */
export function loadDocument(address: string): Promise<void> {
  return whenServed(kindOf(address), () => location.assign(address))
}

export function linkOf({ target }: MouseEvent): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
}

/** Not one that the router takes, or that opens a tab or another program. */
export function leadsAway(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const { button, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
  const isHere = link.pathname + link.search === location.pathname + location.search
  return (
    !(defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) &&
    !(link.target || (isHere && link.hash)) &&
    link.origin === location.origin
  )
}

/** Follows links, and sends forms, that the browser itself would, once the server answers. */
export function useServedDocuments(): void {
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
      if (!leadsAway(link, event)) return
      event.preventDefault()
      // Pressed again, so that its `rel` and `download` count.
      void wait(kindOf(link.href), link, () => link.click())
    }
    function onSubmit(event: SubmitEvent) {
      const form = event.target as HTMLFormElement
      if (passed.delete(form) || event.defaultPrevented || form.target) return
      event.preventDefault()
      void wait('form', form, () => form.requestSubmit(event.submitter))
    }
    // React listens on the document, and so the router has come first.
    addEventListener('click', onClick)
    addEventListener('submit', onSubmit)
    return () => {
      removeEventListener('click', onClick)
      removeEventListener('submit', onSubmit)
    }
  }, [])
}
