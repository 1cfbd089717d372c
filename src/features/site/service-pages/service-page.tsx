import { ArrowLeft, ArrowRight, RotateCcw } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { data, Link } from 'react-router'
import type { ShownSite } from '#contract/settings/shown-site.ts'
import { type Service, services } from '#features/content/services/contract.ts'
import { handleContact } from '#features/leads/contact-form/contact-action.tsx'
import { ContactSection } from '#features/leads/contact-form/contact-section.tsx'
import { sendContact } from '#features/leads/contact-form/contact-sending.tsx'
import { type ContactWords, contactWords } from '#features/leads/contact-form/contact-words.ts'
import { track } from '#web/analytics/track.ts'
import { loaderHeaders, prefetch } from '#web/api/prefetch.ts'
import {
  Prefetched,
  type PublicQuery,
  publicQuery,
  usePublicQuery,
} from '#web/api/public-query.tsx'
import { siteContext } from '#web/api/site-context.ts'
import { useFirm } from '#web/firm.ts'
import { JourneyFigure } from '#web/illustrations/journey-figure.tsx'
import { LostJourney } from '#web/illustrations/lost-journey.tsx'
import { JourneyRecord } from '#web/illustrations/record.tsx'
import { journeyOf } from '#web/illustrations/service-journeys.ts'
import { useJourney } from '#web/illustrations/use-journey.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CenteredSpinner } from '#web/ui/spinner.tsx'
import { siteDataOf } from '../layout/site-data.tsx'
import { breadcrumb, graph, offeredService, organization } from '../seo/structured-data.ts'
import type { Route } from './+types/service-page.ts'
import { featureLine, serviceMeta } from './service-words.ts'

type ServiceTitle = Pick<Service, 'slug' | 'title'>
type ShownService = Omit<Service, 'id'>

/** Only the data that the page of one service shows is sent to the browser. */
type ServiceView = {
  service: ShownService | null
  /** Neighbors in circular order; null if that would be the service itself. */
  previous: ServiceTitle | null
  next: ServiceTitle | null
  /** Services to suggest if the requested one does not exist. */
  others: ServiceTitle[]
}

const titleOf = ({ slug, title }: Service): ServiceTitle => ({ slug, title })

function viewOf(list: Service[], slug: string): ServiceView {
  const index = list.findIndex((one) => one.slug === slug)
  const service = list[index]
  if (!service) return { service: null, previous: null, next: null, others: list.map(titleOf) }
  const { id: _, ...shown } = service
  const next = list[(index + 1) % list.length]
  const previous = list.at(index - 1)
  return {
    service: shown,
    previous: previous && previous !== service && previous !== next ? titleOf(previous) : null,
    next: next && next !== service ? titleOf(next) : null,
    others: [],
  }
}

/** Selects one service by slug from the public list. */
function queryOf(slug: string): PublicQuery<ServiceView> {
  const { key, ask } = publicQuery(services.list)
  return {
    key: `${key} ${slug}`,
    async ask(transport) {
      const list: unknown = await ask(transport)
      if (!Array.isArray(list)) throw new TypeError('The services are no list.')
      // Signed-in callers also receive inactive services.
      return viewOf(
        (list as Service[]).filter(({ active }) => active !== false),
        slug,
      )
    },
  }
}

function structuredDataOf(service: ShownService, publicUrl: string, site: ShownSite) {
  const path = `/services/${service.slug}`
  return graph([
    organization(publicUrl, site),
    offeredService(publicUrl, { ...service, path }),
    breadcrumb(publicUrl, [
      { name: 'Home', path: '/' },
      { name: 'Services', path: '/#services' },
      { name: service.title, path },
    ]),
  ])
}

export const headers = loaderHeaders

/** Responds with 404 to an unknown slug, but not if the list could not be fetched. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const asked = queryOf(params.slug)
  const { data: prefetched, init } = await prefetch(context, [asked])
  const view = prefetched.initialData[asked.key]?.data as ServiceView | undefined
  const missing = view !== undefined && view.service === null
  if (view?.service) {
    const { origin } = new URL(request.url)
    site.serverOnly.structuredData = structuredDataOf(view.service, origin, site)
  }
  return data(
    { ...prefetched, missing, contact: contactWords(site) },
    { ...init, ...(missing && { status: 404 }) },
  )
}

export const action = handleContact
export const clientAction = sendContact

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const answer = loaderData?.initialData[queryOf(params.slug).key]?.data as ServiceView | undefined
  return serviceMeta(siteDataOf(matches), answer?.service ?? null, loaderData?.missing ?? true)
}

export default function ServicePage({ loaderData, params }: Route.ComponentProps) {
  return (
    <Prefetched initialData={loaderData.initialData}>
      <ServiceOfSlug slug={params.slug} contact={loaderData.contact} />
    </Prefetched>
  )
}

function ServiceOfSlug({ slug, contact }: { slug: string; contact: ContactWords }) {
  const { data: view, failed, isFetching, refetch } = usePublicQuery(queryOf(slug))
  const chosen = useMemo(() => ({ service: slug }), [slug])
  if (failed) {
    return (
      <div className="wrap service-lost">
        <h1 className="h1-page">Services</h1>
        <ErrorState
          message="Unable to load services at this time."
          onRetry={refetch}
          retrying={isFetching}
        />
      </div>
    )
  }
  if (!view) return <CenteredSpinner minHeight="min-h-dvh" label="Loading service" />
  const { service, previous, next, others } = view
  if (!service) return <ServiceNotFound list={others} />
  return (
    <>
      <ServiceHead key={service.slug} service={service} />
      <ServiceDetails service={service} />
      <ContactSection words={contact} chosen={chosen} />
      {(previous || next) && (
        <nav aria-label="More services" className="wrap service-neighbors no-print">
          {previous && (
            <Neighbor service={previous} rel="prev">
              <Icon icon={ArrowLeft} /> Previous service
            </Neighbor>
          )}
          {next && (
            <Neighbor service={next} rel="next">
              Next service <Icon icon={ArrowRight} />
            </Neighbor>
          )}
        </nav>
      )}
    </>
  )
}

function Neighbor(props: { service: ServiceTitle; rel: 'prev' | 'next'; children: ReactNode }) {
  const { slug, title } = props.service
  return (
    <Link
      to={`/services/${slug}`}
      rel={props.rel}
      className="service-neighbor"
      onClick={() =>
        track({ event: 'service_interaction', service: slug, action: 'open_neighbour' })
      }
    >
      <span>{props.children}</span>
      <b>{title}</b>
    </Link>
  )
}

function ServiceHead({ service }: { service: ShownService }) {
  const journey = journeyOf(service.slug)
  const { rootRef, figureRef, play } = useJourney(journey)
  return (
    <div ref={rootRef} className="hero">
      <div className="wrap service-crumbs">
        <nav aria-label="Breadcrumb">
          <ol className="crumbs">
            <li>
              <Link to="/">Home</Link>
            </li>
            <li>
              <Link to="/#services">Services</Link>
            </li>
            <li aria-current="page">{service.title}</li>
          </ol>
        </nav>
      </div>
      <div className="wrap hero-grid service-head">
        <div>
          <Badge>{service.category}</Badge>
          <h1 className="h1-page">{service.title}</h1>
          <p className="lead service-lead">{service.longDescription ?? service.description}</p>
          <ButtonLink variant="primary" size="lg" className="no-print" href="#contact">
            Get Started Today
          </ButtonLink>
        </div>
        <div className="hero-record">
          <JourneyRecord record={journey} />
        </div>
      </div>
      <div className="hero-band">
        <div className="wrap">
          <JourneyFigure
            journey={journey}
            figureRef={figureRef}
            label={`What happens to ${journey.subject}`}
            controls={
              <div className="journey-controls no-print">
                <p>Follow {journey.subject}</p>
                <Button icon={RotateCcw} onClick={play} className="journey-again needs-script">
                  Run It Again
                </Button>
              </div>
            }
          />
        </div>
      </div>
    </div>
  )
}

function ServiceDetails({ service: { slug, features, benefits } }: { service: ShownService }) {
  return (
    <>
      <section className="wrap section" aria-labelledby="features-heading">
        <h2 id="features-heading" className="h2">
          Key Features
        </h2>
        <ul className="service-feature-list">
          {features.map((feature) => (
            <li key={feature}>
              <h3 className="service-feature-name">{feature}</h3>
              <p>{featureLine(slug)}</p>
            </li>
          ))}
        </ul>
      </section>
      {benefits && benefits.length > 0 && (
        <section className="wrap section" aria-labelledby="benefits-heading">
          <h2 id="benefits-heading" className="h2">
            Benefits
          </h2>
          <p className="lead section-lead">Measurable improvements for your business</p>
          <ol className="service-benefits">
            {benefits.map((benefit) => (
              <li key={benefit} className="service-benefit">
                {benefit}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

function ServiceNotFound({ list }: { list: ServiceTitle[] }) {
  const { name } = useFirm()
  return (
    <div className="wrap service-lost">
      <p className="small text-ink-2">404 Page Not Found</p>
      <h1 className="h1-page">Service Not Found</h1>
      <LostJourney />
      <p className="lead">{name} does not offer a service at this address. These exist:</p>
      <ul className="service-lost-list">
        {list.map(({ slug, title }) => (
          <li key={slug}>
            <Link className="link" to={`/services/${slug}`}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
      <ButtonLink size="lg" to="/">
        Back to Home
      </ButtonLink>
    </div>
  )
}
