import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** How long typing must pause before the address follows. */
const pauseMs = 250

/**
 * What a list is searched for, kept in the address as `q`. Typing replaces the address once it rests;
 * Back and Forward change what is typed.
 *
 * @param stale parameters that lose their meaning with another search, such as `page`.
 */
export function useAddressSearch(stale: readonly string[] = []) {
  const [parameters, setParameters] = useSearchParams()
  const search = parameters.get('q') ?? ''
  const [typed, setTyped] = useState(search)
  const written = useRef(search)
  // A change may follow another before the page has rendered it: what was asked for by then is kept here.
  const latest = useRef(parameters)
  useEffect(() => {
    latest.current = parameters
  }, [parameters])

  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setTyped(search)
  }, [search])

  /** Sets parameters, or removes those without a value; a step that Back undoes unless replaced. */
  function change(changes: Record<string, string | undefined>, replace = false) {
    const next = new URLSearchParams(latest.current)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    latest.current = next
    setParameters(next, { replace, preventScrollReset: true })
  }

  const writeSearch = (term: string) =>
    change({ ...Object.fromEntries(stale.map((name) => [name, undefined])), q: term }, true)
  const latestWrite = useRef(writeSearch)
  latestWrite.current = writeSearch
  useEffect(() => {
    const term = typed.trim()
    if (term === written.current.trim()) return
    const rest = setTimeout(() => {
      written.current = term
      latestWrite.current(term)
    }, pauseMs)
    return () => clearTimeout(rest)
  }, [typed])

  return {
    parameters,
    search,
    typed,
    setTyped,
    change,
    /** Empties the search together with other parameters, as one step. */
    clear(others: readonly string[]) {
      written.current = ''
      setTyped('')
      change(Object.fromEntries(['q', ...others].map((name) => [name, undefined])))
    },
  }
}
