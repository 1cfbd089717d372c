import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { searchProblem } from './refused-input.ts'

const pauseMs = 250

/** @param stale parameters that become meaningless with another search, such as `page`. */
export function useAddressSearch(stale: readonly string[] = []) {
  const [parameters, setParameters] = useSearchParams()
  const search = parameters.get('q') ?? ''
  const [typed, setTyped] = useState(search)
  const written = useRef(search)
  // Parameters not rendered yet, which a second change must build upon.
  const requested = useRef<{ from: string; to: URLSearchParams } | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the request is rendered.
  useEffect(() => {
    requested.current = undefined
  }, [parameters])

  // A later effect would undo what the user has typed meanwhile.
  useLayoutEffect(() => {
    if (search === written.current) return
    written.current = search
    setTyped(search)
  }, [search])

  /**
   * Sets parameters and removes those without a value. Adds a history entry unless `replace` is
   * set.
   */
  function change(changes: Record<string, string | undefined>, replace = false) {
    const from = window.location.search
    const { current } = requested
    const next = new URLSearchParams(current?.from === from ? current.to : from)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    requested.current = { from, to: next }
    setParameters(next, { replace, preventScrollReset: true })
  }

  const writeSearch = (term: string) =>
    change({ ...Object.fromEntries(stale.map((name) => [name, undefined])), q: term }, true)
  const latestWrite = useRef(writeSearch)
  latestWrite.current = writeSearch
  useEffect(() => {
    const term = typed.trim()
    // The field shows that the text is too long; the list stays as it is.
    if (term === written.current.trim() || searchProblem(term)) return
    const rest = setTimeout(() => {
      written.current = term
      latestWrite.current(term)
    }, pauseMs)
    return () => clearTimeout(rest)
  }, [typed])

  return {
    parameters,
    search: searchProblem(search) ? '' : search,
    typed,
    setTyped,
    change,
    clear(others: readonly string[]) {
      written.current = ''
      setTyped('')
      change(Object.fromEntries(['q', ...others].map((name) => [name, undefined])))
    },
  }
}
