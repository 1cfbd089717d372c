import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ClientStatus, clientStatuses } from '../../contract/vocabulary.ts'
import { type ClientSort, clientSorts } from './contract.ts'

const debounceMs = 250

function oneOf<T extends string>(words: readonly T[], word: string | null): T | undefined {
  return words.find((known) => known === word)
}

/**
 * What the list shows, kept in the address: `q`, `status`, `page`, `sort`, and `new` while the
 * dialog for a new client is open. Typing replaces the address once it rests for 250 ms; a filter or
 * a page is a step that Back undoes.
 */
export function useListAddress() {
  const [parameters, setParameters] = useSearchParams()
  const search = parameters.get('q') ?? ''
  const [typed, setTyped] = useState(search)
  const written = useRef(search)

  // Back and Forward change the address without anybody typing.
  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setTyped(search)
  }, [search])

  function change(changes: Record<string, string | undefined>, replace = false) {
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace, preventScrollReset: true },
    )
  }

  const writeSearch = useRef(change)
  writeSearch.current = change
  useEffect(() => {
    const term = typed.trim()
    if (term === written.current.trim()) return
    const rest = setTimeout(() => {
      written.current = term
      writeSearch.current({ q: term, page: undefined }, true)
    }, debounceMs)
    return () => clearTimeout(rest)
  }, [typed])

  const page = Number(parameters.get('page') ?? 1)
  return {
    search,
    typed,
    setTyped,
    status: oneOf(clientStatuses, parameters.get('status')),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    sort: oneOf(clientSorts, parameters.get('sort')) ?? '-created',
    isNew: parameters.has('new'),
    setStatus: (status: ClientStatus | undefined) => change({ status, page: undefined }),
    setPage: (next: number) => change({ page: next > 1 ? String(next) : undefined }),
    setSort: (sort: ClientSort) =>
      change({ sort: sort === '-created' ? undefined : sort, page: undefined }),
    setNew: (isNew: boolean) => change({ new: isNew ? '1' : undefined }, true),
    clear() {
      written.current = ''
      setTyped('')
      change({ q: undefined, status: undefined, page: undefined })
    },
  }
}

export type ListAddress = ReturnType<typeof useListAddress>
