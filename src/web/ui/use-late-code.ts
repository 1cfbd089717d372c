import { useEffect, useRef, useState } from 'react'

type Wish = {
  /** Load the code, possibly in advance. */
  wanted: boolean
  /** The user is waiting for it. */
  open: boolean
  /** Rises with every opening; each one retries. */
  count: number
  /** Pressed button, marked as busy while the user waits. */
  opener?: HTMLElement | null
}

/**
 * Loads a part of the page when it is first wanted.
 *
 * @param load the import, always the same function; @param onFailure is called once for each
 * opening whose code could not be loaded.
 * @returns `code` is null until loaded; `failed` is true if loading failed for the last opening.
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
