import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { brand } from '../../../brand.ts'
import { isAsking, Prefetched, question, subscribeToAnswers } from '../../../web/api/answers.tsx'
import { loaderHeaders, prefetch } from '../../../web/api/prefetch.ts'
import { useHydrated } from '../../../web/ui/browser-state.ts'
import { caseStudies } from '../../content/case-studies/contract.ts'
import { services } from '../../content/services/contract.ts'
import { handleContact } from '../../leads/contact/contact-action.tsx'
import { ContactSection } from '../../leads/contact/contact-section.tsx'
import { asksToWatch, chosenSubject, goToSection } from '../layout/sections.ts'
import { head } from '../seo/head.ts'
import { siteDataOf } from '../seo/site-data.tsx'
import {
  breadcrumb,
  frequentQuestions,
  graph,
  localBusiness,
  organization,
} from '../seo/structured-data.ts'
import type { PageHandle } from '../seo/structured-data-slot.tsx'
import type { Route } from './+types/home-page.ts'
import { AboutSection } from './about-section.tsx'
import { CaseStudiesSection } from './case-studies-section.tsx'
import { Hero } from './hero.tsx'
import { ServicesSection } from './services-section.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return head(siteDataOf(matches).publicUrl, {
    title: `${brand.name} | ${brand.tagline.replace(/\.$/, '')}`,
    description: brand.description,
    keywords: brand.keywords.join(', '),
    path: '/',
  })
}

export const handle: PageHandle = {
  structuredData: ({ publicUrl }) =>
    graph([
      organization(publicUrl),
      ...localBusiness(publicUrl),
      frequentQuestions(),
      breadcrumb(publicUrl, [{ name: 'Home', path: '/' }]),
    ]),
}

export const headers = loaderHeaders

export function loader({ context }: Route.LoaderArgs) {
  return prefetch(context, [question(services.list), question(caseStudies.featured)])
}

export function action(sent: Route.ActionArgs) {
  return handleContact(sent)
}

/** Returns at once, so navigation within the site is instant; the sections fetch missing data. */
export function clientLoader() {
  return { answers: {} }
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { hash, key, state } = useLocation()
  const arrivedBy = useNavigationType()

  useArrival(arrivedBy === 'POP' ? '' : hash.slice(1))
  useFocusOnFirstLoad(useHydrated() ? '' : hash.slice(1))
  return (
    <Prefetched answers={loaderData.answers}>
      <Hero />
      <ServicesSection />
      <AboutSection />
      <CaseStudiesSection watch={asksToWatch(state) ? key : null} />
      <ContactSection chosen={chosenSubject(state)} />
    </Prefetched>
  )
}

/**
 * Scrolls to the section requested by a link on another page, once the sections are rendered. A
 * list that loads later may move the section; then it scrolls again unless the visitor has
 * interacted.
 */
function useArrival(section: string): void {
  const target = useRef(section)

  useEffect(() => {
    if (!target.current) return
    const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown']
    const arrive = () => {
      goToSection(target.current, 'smooth')
      if (!isAsking()) leave()
    }
    let timer = setTimeout(arrive, 100)
    const unsubscribe = subscribeToAnswers(() => {
      if (isAsking()) return
      clearTimeout(timer)
      timer = setTimeout(arrive, 100)
    })
    function leave() {
      unsubscribe()
      clearTimeout(timer)
      for (const move of moves) removeEventListener(move, leave)
    }
    for (const move of moves) addEventListener(move, leave, { passive: true })
    return leave
  }, [])
}

/**
 * The browser scrolls a new document to its hash; this moves the focus after hydration, unless the
 * visitor has already focused something.
 */
function useFocusOnFirstLoad(section: string): void {
  const target = useRef(section)
  useEffect(() => {
    const heading = target.current && document.getElementById(target.current)?.querySelector('h2')
    if (!heading) return
    // Deferred: React may hydrate during a blur event, before the next field has the focus.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) heading.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [])
}
