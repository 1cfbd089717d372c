import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { brand } from '../../brand.ts'
import { loaderHeaders, prefetch } from '../../web/api/prefetch.ts'
import { Prefetched } from '../../web/api/prefetched.tsx'
import { JsonLd } from '../../web/inline-json.tsx'
import { CaseStudiesSection } from '../case-studies/case-studies-section.tsx'
import { caseStudies } from '../case-studies/contract.ts'
import { ContactSection } from '../inquiries/contact-section.tsx'
import { head } from '../seo/head.ts'
import { siteDataOf, useSiteData } from '../seo/site-data.tsx'
import {
  breadcrumb,
  frequentQuestions,
  graph,
  localBusiness,
  organization,
} from '../seo/structured-data.ts'
import { services } from '../services/contract.ts'
import { ServicesSection } from '../services/services-section.tsx'
import type { Route } from './+types/home-page.ts'
import { AboutSection } from './about-section.tsx'
import { Hero } from './hero.tsx'
import { chosenSubject, goToSection } from './sections.ts'

export function meta({ matches }: Route.MetaArgs) {
  return head(siteDataOf(matches).publicUrl, {
    title: `${brand.name} | ${brand.tagline.replace(/\.$/, '')}`,
    description: brand.description,
    keywords: brand.keywords.join(', '),
    path: '/',
  })
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
      <HomeData />
      <Hero />
      <ServicesSection />
      <AboutSection />
      <CaseStudiesSection />
      <ContactSection chosen={chosenSubject(state)} />
    </Prefetched>
  )
}

/** The company as crawlers read it; the questions are those of the contact section. */
function HomeData() {
  const { publicUrl } = useSiteData()
  return (
    <JsonLd
      data={graph([
        organization(publicUrl),
        ...localBusiness(publicUrl),
        frequentQuestions(),
        breadcrumb(publicUrl, [{ name: 'Home', path: '/' }]),
      ])}
    />
  )
}
