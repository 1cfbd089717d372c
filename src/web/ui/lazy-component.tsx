import { type ComponentType, useEffect, useState } from 'react'
import { ErrorState } from './error-state.tsx'
import { whenIdle } from './lazy-code.tsx'

/** In place of code that could not be fetched and that nobody misses. */
export const absent = () => () => null

/** Never into an error page of the browser. */
export async function reloadPage(): Promise<void> {
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
  if (answer) location.reload()
}

/**
 * A component whose code is fetched when it is first shown, or earlier, when the page is idle, where
 * `open` is false.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder?: ComponentType,
) {
  let code: ComponentType<P> | undefined
  const Placeholder = placeholder
  return function Lazy(props: P & { open?: boolean }) {
    const [Code, setCode] = useState(() => code)
    const [isFailed, setFailed] = useState(false)
    const [failures, setFailures] = useState(0)
    const isWanted = props.open !== false
    useEffect(() => {
      if (Code || isFailed) return
      const fetchCode = (onFailure: () => void) =>
        load().then((loaded) => {
          code = loaded
          setCode(() => loaded)
        }, onFailure)
      const fail = () => {
        setFailed(true)
        setFailures((before) => before + 1)
      }
      if (isWanted) void fetchCode(fail)
      else return whenIdle(() => void fetchCode(() => {}))
    }, [Code, isWanted, isFailed])
    if (Code) return <Code {...props} />
    if (!isWanted) return null
    if (isFailed) {
      const message = 'This part couldn’t be loaded'
      // After an update the server has the code under another name.
      return failures > 1 ? (
        <ErrorState message={message} retryLabel="Reload Page" onRetry={() => void reloadPage()} />
      ) : (
        <ErrorState message={message} onRetry={() => setFailed(false)} />
      )
    }
    return Placeholder && <Placeholder />
  }
}
