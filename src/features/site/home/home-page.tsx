import { useEffect, useRef } from 'react'
import { data, useLocation, useNavigationType } from 'react-router'
import { caseStudies } from '#features/content/case-studies/contract.ts'
import { type Service, services } from '#features/content/services/contract.ts'
import { handleContact } from '#features/leads/contact-form/contact-action.tsx'
import { ContactSection } from '#features/leads/contact-form/contact-section.tsx'
import { sendContact } from '#features/leads/contact-form/contact-sending.tsx'
import { contactWords } from '#features/leads/contact-form/contact-words.ts'
import { loaderHeaders, prefetch } from '#web/api/prefetch.ts'
import {
  isFetchingAny,
  Prefetched,
  publicQuery,
  type QueryStates,
  subscribeToQueries,
} from '#web/api/public-query.tsx'
import { siteContext } from '#web/api/site-context.ts'
import { useHydrated } from '#web/ui/browser-state.ts'
import { goToSection, type SectionState } from '../layout/sections.ts'
import { siteDataOf } from '../layout/site-data.tsx'
import { head } from '../seo/head.ts'
import { frequentQuestions, graph, localBusiness, organization } from '../seo/structured-data.ts'
import type { Route } from './+types/home-page.ts'
import { AboutSection } from './about-section.tsx'
import { CaseStudiesSection } from './case-studies-section.tsx'
import { Hero } from './hero.tsx'
import { homeWords } from './home-words.ts'
import { ServicesSection } from './services-section.tsx'

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteDataOf(matches)
  return head(site, {
    title: `${site.siteName} | ${site.tagline.replace(/\.$/, '')}`,
    description: loaderData?.description ?? '',
    keywords: loaderData?.keywords ?? '',
    path: '/',
  })
}

export const headers = loaderHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const { origin } = new URL(request.url)
  const { firm, faq } = site.settings
  const image = await site.imageOf('/')
  site.serverOnly.structuredData = graph([
    organization(origin, site),
    ...localBusiness(origin, site, image),
    ...frequentQuestions(faq),
  ])
  // From within the site the page shows at once, and its sections ask for their lists.
  // Below a preview's address there are no others to ask.
  const isWhole = site.isDocument || site.preview
  const asked = isWhole ? [publicQuery(services.list), publicQuery(caseStudies.featured)] : []
  const { data: prefetched, init } = await prefetch(context, asked)
  slim(prefetched.initialData[publicQuery(services.list).key])
  const words = {
    description: firm.description,
    keywords: firm.keywords.join(', '),
    home: homeWords(site.settings),
    contact: contactWords(site),
  }
  return data({ ...prefetched, ...words }, init ?? {})
}

/** Removes from the services what only their own pages show. */
function slim(answer: QueryStates[string] | undefined): void {
  if (!Array.isArray(answer?.data)) return
  answer.data = answer.data.map(
    ({ searchDescription: _, searchKeywords: __, ...service }: Service): Service => ({
      ...service,
      longDescription: null,
      benefits: null,
    }),
  )
}

export const action = handleContact
export const clientAction = sendContact

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { hash, key, ...location } = useLocation()
  const state = location.state as SectionState
  const { initialData, home, contact } = loaderData
  useArrival(useNavigationType() === 'POP' ? '' : hash.slice(1))
  useFocusOnFirstLoad(useHydrated() ? '' : hash.slice(1))
  return (
    <Prefetched initialData={initialData}>
      <Hero words={home} />
      <ServicesSection heading={home.servicesHeading} />
      <AboutSection words={home} />
      <CaseStudiesSection
        heading={home.casesHeading}
        watch={state && 'watch' in state ? key : null}
      />
      <ContactSection words={contact} chosen={state && 'service' in state ? state : undefined} />
    </Prefetched>
  )
}

/**
 * Scrolls to the section requested by a link on another page. It scrolls again when a list that
 * loads later has moved the section, unless the visitor has interacted.
 */
function useArrival(section: string): void {
  const target = useRef(section)

  useEffect(() => {
    if (!target.current) return
    const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown']
    const arrive = () => {
      goToSection(target.current, 'smooth')
      if (!isFetchingAny()) leave()
    }
    let timer = setTimeout(arrive, 100)
    const unsubscribe = subscribeToQueries(() => {
      if (isFetchingAny()) return
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
 * The browser scrolls a new document to its hash. This moves the focus after hydration, unless the
 * visitor has already focused something.
 */
function useFocusOnFirstLoad(section: string): void {
  const target = useRef(section)
  useEffect(() => {
    const heading = target.current && document.getElementById(target.current)?.querySelector('h2')
    if (!heading) return
    // Deferred, because React may hydrate during a blur event, before the next field has the focus.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) heading.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [])
}
