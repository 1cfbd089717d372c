import { type ComponentType, useEffect, useState } from 'react'
import { ErrorState } from './error-state.tsx'
import { whenIdle } from './lazy-code.tsx'

/** A component that renders nothing, for optional code that could not be fetched. */
export const absent = () => () => null

/** Reloads only if the server responds, so that the browser does not show its own error page. */
export async function reloadPage(): Promise<void> {
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
  if (answer) location.reload()
}

/**
 * A component whose code is fetched when first shown. While `open` is false, the code is fetched as
 * soon as the page is idle.
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
      // After a deployment the code has another file name, so that retrying without a reload is
      // useless.
      return failures > 1 ? (
        <ErrorState message={message} retryLabel="Reload Page" onRetry={() => void reloadPage()} />
      ) : (
        <ErrorState message={message} onRetry={() => setFailed(false)} />
      )
    }
    return Placeholder && <Placeholder />
  }
}
