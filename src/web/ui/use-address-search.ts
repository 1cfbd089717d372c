import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Delay in milliseconds after the last keystroke before the URL is updated. */
const pauseMs = 250

/**
 * Search term of a list, kept in the URL as `q`. Typing replaces the URL after a pause; Back and
 * Forward change the input.
 *
 * @param stale parameters that lose their meaning with another search, such as `page`.
 */
export function useAddressSearch(stale: readonly string[] = []) {
  const [parameters, setParameters] = useSearchParams()
  const search = parameters.get('q') ?? ''
  const [typed, setTyped] = useState(search)
  const written = useRef(search)
  // Latest requested parameters: a second change may come before the first is rendered.
  const latest = useRef(parameters)
  useEffect(() => {
    latest.current = parameters
  }, [parameters])

  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setTyped(search)
  }, [search])

  /** Sets parameters, and removes those without a value; adds a history entry unless `replace`. */
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
    /** Clears the search and the other parameters in one history step. */
    clear(others: readonly string[]) {
      written.current = ''
      setTyped('')
      change(Object.fromEntries(['q', ...others].map((name) => [name, undefined])))
    },
  }
}
