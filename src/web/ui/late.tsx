import { type ComponentType, useEffect, useState } from 'react'
import { ErrorState } from './error-state.tsx'

/** In place of code that could not be fetched and that nobody misses. */
export const absent = () => () => null

/** A component whose code is fetched when it is first shown; `open` is false where nothing is. */
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
      if (Code || !isWanted || isFailed) return
      load().then(
        (loaded) => {
          code = loaded
          setCode(() => loaded)
        },
        () => setFailed(true),
      )
    }, [Code, isWanted, isFailed])
    if (Code) return <Code {...props} />
    if (!isWanted) return null
    if (isFailed)
      return <ErrorState message="This part couldn’t be loaded" onRetry={() => setFailed(false)} />
    return Placeholder && <Placeholder />
  }
}
