import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { SectionLink } from './section-link.tsx'
import { sections } from './sections.ts'

/** A link to a target from the settings: a section, a page of this site, or another address. */
export function TargetLink({
  target,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { target: string }) {
  const section = sections.find((id) => target === `/#${id}`)
  if (section) return <SectionLink section={section} {...rest} />
  return target.startsWith('/') ? <Link to={target} {...rest} /> : <a href={target} {...rest} />
}
