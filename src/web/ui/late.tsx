import { type ComponentType, useEffect, useState } from 'react'
import { ErrorState } from './error-state.tsx'
import { whenIdle } from './late-code.tsx'

/** In place of code that could not be fetched and that nobody misses. */
export const absent = () => () => null

/**
 * A component whose code is fetched when it is first shown, or earlier, when the page is idle, where
 * `open` is false.
 */
export function late<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder?: ComponentType,
) {
  let code: ComponentType<P> | undefined
  const Placeholder = placeholder
  return function Late(props: P & { open?: boolean }) {
    const [Code, setCode] = useState(() => code)
    const [isFailed, setFailed] = useState(false)
    const isWanted = props.open !== false
    useEffect(() => {
      if (Code || isFailed) return
      const fetchCode = (onFailure: () => void) =>
        load().then((loaded) => {
          code = loaded
          setCode(() => loaded)
        }, onFailure)
      if (isWanted) void fetchCode(() => setFailed(true))
      else return whenIdle(() => void fetchCode(() => {}))
    }, [Code, isWanted, isFailed])
    if (Code) return <Code {...props} />
    if (!isWanted) return null
    if (isFailed)
      return <ErrorState message="This part couldn’t be loaded" onRetry={() => setFailed(false)} />
    return Placeholder && <Placeholder />
  }
}
