import type { ComponentProps, MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { goToSection, type SectionId, type SectionState } from './sections.ts'

/**
 * A link to a section of the home page. On the home page it scrolls; from elsewhere the home page
 * scrolls after loading. `service` preselects the subject of the contact form, `watch` replays the
 * demonstration even if it has been seen.
 */
export function SectionLink({
  section,
  service,
  watch,
  onClick,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { section: SectionId; service?: string; watch?: true }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const hash = `#${section}`
  const state: SectionState = service ? { service } : watch && { watch }

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const isPlainClick =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || pathname !== '/' || !isPlainClick) return
    event.preventDefault()
    // This must navigate first, because the history entry stores the scroll position that Back
    // restores.
    navigate({ hash }, { state, preventScrollReset: true })
    goToSection(section, 'smooth')
  }

  return <Link {...rest} to={{ pathname: '/', hash }} state={state} onClick={follow} />
}
