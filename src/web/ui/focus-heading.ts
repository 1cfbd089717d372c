/** Focuses the page heading once the focused element is gone. @returns false without a heading. */
export function focusHeading(which = 'main h1'): boolean {
  const heading = document.querySelector<HTMLElement>(which)
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
