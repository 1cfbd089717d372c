import {
  type ComponentPropsWithRef,
  type ElementType,
  type RefObject,
  useLayoutEffect,
} from 'react'

let locks = 0

/** Locks the scrolling of the page behind a layer. Nested locks are counted. */
function lockScroll(): () => void {
  const root = document.documentElement
  if (locks === 0) {
    // The gutter stays, because without the scrollbar the page would widen and jump.
    root.classList.toggle('keeps-gutter', window.innerWidth > root.clientWidth)
    root.classList.add('scroll-locked')
  }
  locks += 1
  return () => {
    locks -= 1
    if (locks === 0) root.classList.remove('scroll-locked', 'keeps-gutter')
  }
}

type RemoveScrollProps = ComponentPropsWithRef<'div'> & {
  as?: ElementType
  enabled?: boolean
  allowPinchZoom?: boolean
  shards?: (RefObject<HTMLElement | null> | HTMLElement)[]
}

/**
 * Replaces the package `react-remove-scroll`, imported by Radix, which writes a style element that
 * our content security policy blocks. The unused options of the package are ignored.
 */
export function RemoveScroll({
  as: Container = 'div',
  enabled = true,
  allowPinchZoom: _allowPinchZoom,
  shards: _shards,
  ...rest
}: RemoveScrollProps) {
  useLayoutEffect(() => (enabled ? lockScroll() : undefined), [enabled])
  return <Container {...rest} />
}
