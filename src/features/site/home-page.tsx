import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { brand } from '../../brand.ts'
import { loaderHeaders, prefetch } from '../../web/api/prefetch.ts'
import { Prefetched } from '../../web/api/prefetched.tsx'
import { CaseStudiesSection } from '../case-studies/case-studies-section.tsx'
import { caseStudies } from '../case-studies/contract.ts'
import { ContactSection } from '../inquiries/contact-section.tsx'
import { services } from '../services/contract.ts'
import { ServicesSection } from '../services/services-section.tsx'
import type { Route } from './+types/home-page.ts'
import { AboutSection } from './about-section.tsx'
import { Hero } from './hero.tsx'
import { chosenSubject, goToSection } from './sections.ts'

export function meta() {
  return [
    { title: `${brand.name} | ${brand.tagline.replace(/\.$/, '')}` },
    { name: 'description', content: brand.description },
    { name: 'keywords', content: brand.keywords.join(', ') },
    { tagName: 'link', rel: 'canonical', href: '/' },
  ]
}

export const headers = loaderHeaders

export function loader({ context }: Route.LoaderArgs) {
  return prefetch(context, [services.list, caseStudies.featured])
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { hash, state } = useLocation()
  const arrivedBy = useNavigationType()

  const target = useRef(arrivedBy === 'POP' ? '' : hash.slice(1))

  // Coming from another page: the sections need a moment to stand. Back keeps its own position.
  useEffect(() => {
    if (!target.current) return
    const timer = setTimeout(() => goToSection(target.current, 'smooth'), 100)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Prefetched cache={loaderData.cache}>
      <Hero />
      <ServicesSection />
      <AboutSection />
      <CaseStudiesSection />
      <ContactSection chosen={chosenSubject(state)} />
    </Prefetched>
  )
}
