import {
  type ComponentPropsWithRef,
  type ElementType,
  type RefObject,
  useLayoutEffect,
} from 'react'

let locks = 0

/** Locks the page behind a layer; nested layers count, the last one out unlocks. */
function lockScroll(): () => void {
  const root = document.documentElement
  if (locks === 0) {
    // Without the gutter the page would widen by the scrollbar and jump.
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
 * Takes the place of the package `react-remove-scroll`, which Radix layers import: that one writes a
 * <style> element at run time, which our content security policy refuses. This one sets a class.
 * `allowPinchZoom` and `shards` need no work here, since nothing listens to wheel or touch.
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
