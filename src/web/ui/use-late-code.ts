import { useEffect, useRef, useState } from 'react'

type Wish = {
  /** The code is wanted, be it only in advance. */
  wanted: boolean
  /** Somebody waits for it. */
  open: boolean
  /** Rises with every opening: each is another try. */
  count: number
  /** What was pressed; it is marked as busy while somebody waits. */
  opener?: HTMLElement | null
}

/**
 * Brings a part of the page when it is first wanted.
 *
 * @param load the import, always the same function; @param onFailure is called once for each opening
 * whose code could not be brought.
 * @returns `code` is null while it is not there; `failed` says that the last opening waits in vain.
 */
export function useLateCode<C>(
  load: () => Promise<C>,
  { wanted, open, count, opener }: Wish,
  onFailure?: () => void,
): { code: C | null; failed: boolean } {
  const [code, setCode] = useState<C | null>(null)
  const [failure, setFailure] = useState(-1)
  const missing = wanted && code === null
  const failed = open && missing && failure === count
  const busy = open && missing && !failed
  const latest = useRef(onFailure)
  latest.current = onFailure

  useEffect(() => {
    if (!missing) return
    let left = false
    load().then(
      (loaded) => left || setCode(() => loaded),
      () => left || setFailure(count),
    )
    return () => {
      left = true
    }
  }, [missing, count, load])

  useEffect(() => {
    if (!busy || !opener) return
    opener.setAttribute('aria-busy', 'true')
    return () => opener.removeAttribute('aria-busy')
  }, [busy, opener])

  useEffect(() => {
    if (failed) latest.current?.()
  }, [failed])
  return { code, failed }
}
