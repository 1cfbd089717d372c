import { useEffect, useRef, useState } from 'react'

type Wish = {
  /** The code is wanted, be it only in advance. */
  wanted: boolean
  /** Somebody waits for it. */
  open: boolean
  /** Rises with every opening: each is another try. */
  count: number
}

/**
 * Brings a part of the page when it is first wanted.
 *
 * @param load the import, always the same function; @param onFailure is called once for each opening
 * whose code could not be brought.
 * @returns null while the code is not there.
 */
export function useLateCode<C>(
  load: () => Promise<C>,
  { wanted, open, count }: Wish,
  onFailure: () => void,
): C | null {
  const [code, setCode] = useState<C | null>(null)
  const [failures, setFailures] = useState(0)
  const latest = useRef(onFailure)
  latest.current = onFailure
  const missing = wanted && code === null

  useEffect(() => {
    if (!missing) return
    let left = false
    load().then(
      (loaded) => left || setCode(() => loaded),
      () => left || setFailures(count),
    )
    return () => {
      left = true
    }
  }, [missing, count, load])

  useEffect(() => {
    if (failures !== 0 && failures === count && open) latest.current()
  }, [failures, count, open])
  return code
}
