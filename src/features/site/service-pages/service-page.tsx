import { ArrowLeft, ArrowRight, RotateCcw } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { data, Link } from 'react-router'
import { brand } from '../../../brand.ts'
import { track } from '../../../web/analytics/track.ts'
import { Prefetched } from '../../../web/api/answers.tsx'
import { loaderHeaders, prefetch } from '../../../web/api/prefetch.ts'
import { JourneyFigure } from '../../../web/illustrations/journey-figure.tsx'
import { LostJourney } from '../../../web/illustrations/lost-journey.tsx'
import { JourneyRecord } from '../../../web/illustrations/record.tsx'
import { journeyOf } from '../../../web/illustrations/service-journeys.ts'
import { useJourney } from '../../../web/illustrations/use-journey.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Icon } from '../../../web/ui/icon.tsx'
import { CenteredSpinner } from '../../../web/ui/loading.tsx'
import type { Service } from '../../content/services/contract.ts'
import { handleContact } from '../../leads/contact/contact-action.tsx'
import { ContactSection } from '../../leads/contact/contact-section.tsx'
import { siteDataOf } from '../seo/site-data.tsx'
import { breadcrumb, graph, offeredService, organization } from '../seo/structured-data.ts'
import type { PageHandle } from '../seo/structured-data-slot.tsx'
import type { Route } from './+types/service-page.ts'
import './service-page.css'
import { featureLine, serviceMeta } from './service-words.ts'
import { questionOf, type ServiceTitle, type ServiceView, useService } from './use-service.ts'

export const handle: PageHandle<{ service: Service | null } | undefined> = {
  structuredData({ publicUrl, loaderData }) {
    const service = loaderData?.service
    if (!service) return null
    const path = `/services/${service.slug}`
    return graph([
      organization(publicUrl),
      offeredService(publicUrl, { ...service, path }),
      breadcrumb(publicUrl, [
        { name: 'Home', path: '/' },
        { name: 'Services', path: '/#services' },
        { name: service.title, path },
      ]),
    ])
  },
}

export const headers = loaderHeaders

/** An unknown slug answers 404; a list that could not be read does not. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const asked = questionOf(params.slug)
  const { data: prefetched, init } = await prefetch(context, [asked])
  const view = prefetched.answers[asked.key]?.data as ServiceView | undefined
  const missing = view !== undefined && view.service === null
  return data(
    { ...prefetched, service: view?.service ?? null, missing },
    { ...init, ...(missing && { status: 404 }) },
  )
}

export function action(sent: Route.ActionArgs) {
  return handleContact(sent)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { publicUrl } = siteDataOf(matches)
  return serviceMeta(publicUrl, loaderData?.service ?? null, loaderData?.missing ?? true)
}

export default function ServicePage({ loaderData, params }: Route.ComponentProps) {
  return (
    <Prefetched answers={loaderData.answers}>
      <ServiceOfSlug slug={params.slug} />
    </Prefetched>
  )
}

function ServiceOfSlug({ slug }: { slug: string }) {
  const { data: view, failed, asking, again } = useService(slug)
  const chosen = useMemo(() => ({ service: slug }), [slug])
  if (failed) {
    return (
      <div className="wrap service-lost">
        <h1 className="h1-page">Services</h1>
        <ErrorState
          message="Unable to load services at this time."
          onRetry={again}
          retrying={asking}
        />
      </div>
    )
  }
  if (!view) return <CenteredSpinner minHeight="min-h-dvh" label="Loading service" />
  const { service, previous, next, others } = view
  if (!service) return <ServiceNotFound list={others} />
  return (
    <>
      <ServiceHead key={service.id} service={service} />
      <ServiceDetails service={service} />
      <ContactSection chosen={chosen} />
      {(previous || next) && (
        <nav aria-label="More services" className="wrap service-neighbours no-print">
          {previous && (
            <Neighbour service={previous} rel="prev">
              <Icon icon={ArrowLeft} /> Previous service
            </Neighbour>
          )}
          {next && (
            <Neighbour service={next} rel="next">
              Next service <Icon icon={ArrowRight} />
            </Neighbour>
          )}
        </nav>
      )}
    </>
  )
}

type NeighbourProps = { service: ServiceTitle; rel: 'prev' | 'next'; children: ReactNode }

function Neighbour({ service: { slug, title }, rel, children }: NeighbourProps) {
  return (
    <Link
      to={`/services/${slug}`}
      rel={rel}
      className="service-neighbour"
      onClick={() =>
        track({ event: 'service_interaction', service: slug, action: 'open_neighbour' })
      }
    >
      <span>{children}</span>
      <b>{title}</b>
    </Link>
  )
}

/** The promise on the left, the printed record on the right. */
function ServiceHead({ service }: { service: Service }) {
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
          <p className="lead">{service.longDescription ?? service.description}</p>
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
                  Run it again
                </Button>
              </div>
            }
          />
        </div>
      </div>
    </div>
  )
}

function ServiceDetails({ service }: { service: Service }) {
  const benefits = service.benefits ?? []
  return (
    <>
      <section className="wrap section" aria-labelledby="features-heading">
        <h2 id="features-heading" className="h2">
          Key Features
        </h2>
        <ul className="service-feature-list">
          {service.features.map((feature) => (
            <li key={feature}>
              <h3 className="service-feature-name">{feature}</h3>
              <p>{featureLine(service.slug)}</p>
            </li>
          ))}
        </ul>
      </section>
      {benefits.length > 0 && (
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
  return (
    <div className="wrap service-lost">
      <p className="small text-ink-2">404 Page Not Found</p>
      <h1 className="h1-page">Service Not Found</h1>
      <LostJourney />
      <p className="lead">{brand.name} does not offer a service at this address. These exist:</p>
      <ul className="service-lost-list">
        {list.map((service) => (
          <li key={service.slug}>
            <Link className="link" to={`/services/${service.slug}`}>
              {service.title}
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
