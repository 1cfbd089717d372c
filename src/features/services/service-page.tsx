import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { data, Link } from 'react-router'
import { brand } from '../../brand.ts'
import { loaderHeaders, prefetch } from '../../web/api/prefetch.ts'
import { Prefetched } from '../../web/api/prefetched.tsx'
import { query } from '../../web/api/query.ts'
import { Badge } from '../../web/ui/badge.tsx'
import { Button } from '../../web/ui/button.tsx'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { CenteredSpinner } from '../../web/ui/spinner.tsx'
import { track } from '../analytics/track.ts'
import { ContactSection } from '../inquiries/contact-section.tsx'
import { ServiceGlyph } from '../runs/service-glyph.tsx'
import type { Route } from './+types/service-page.ts'
import { type Service, services } from './contract.ts'
import './service-page.css'
import { featureLine, serviceMeta } from './service-words.ts'

export const headers = loaderHeaders

/** A slug that is not in the list answers 404; a list that could not be read is no verdict. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { data: prefetched, init } = await prefetch(context, [services.list])
  const answer = prefetched.cache.queries[0]?.state.data
  const list = Array.isArray(answer) ? (answer as Service[]) : null
  const service = list?.find(({ slug }) => slug === params.slug) ?? null
  return data(
    { ...prefetched, service, missing: list !== null && service === null },
    { ...init, ...(list && !service && { status: 404 }) },
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return serviceMeta(loaderData?.service ?? null, loaderData?.missing ?? true)
}

export default function ServicePage({ loaderData, params }: Route.ComponentProps) {
  return (
    <Prefetched cache={loaderData.cache}>
      <ServiceView slug={params.slug} />
    </Prefetched>
  )
}

function ServiceView({ slug }: { slug: string }) {
  const { data: list, isError, isFetching, refetch } = useQuery(query(services.list))
  const chosen = useMemo(() => ({ service: slug }), [slug])
  if (isError || (list && !Array.isArray(list))) {
    return (
      <div className="wrap service-lost">
        <h1 className="h1-page">Services</h1>
        <ErrorState
          message="Unable to load services at this time."
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      </div>
    )
  }
  if (!list) return <CenteredSpinner minHeight="min-h-dvh" label="Loading service" />
  const place = list.findIndex((service) => service.slug === slug)
  const service = list[place]
  if (!service) return <ServiceNotFound list={list} />
  const neighbours = [list[place - 1], list[place + 1]].filter((one) => one !== undefined)
  return (
    <>
      <ServiceHead service={service} />
      <ServiceDetails service={service} />
      <ContactSection chosen={chosen} />
      <nav aria-label="More services" className="wrap service-neighbours">
        {neighbours.map((neighbour) => (
          <Link
            key={neighbour.id}
            to={`/services/${neighbour.slug}`}
            className="link"
            onClick={() =>
              track({
                event: 'service_interaction',
                service: neighbour.slug,
                action: 'open_neighbour',
              })
            }
          >
            {neighbour === list[place - 1] ? 'Previous: ' : 'Next: '}
            {neighbour.title}
          </Link>
        ))}
      </nav>
    </>
  )
}

function ServiceHead({ service }: { service: Service }) {
  return (
    <div className="service-head">
      <div className="wrap">
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
        <div className="service-head-grid">
          <div>
            <Badge>{service.category}</Badge>
            <h1 className="h1-page">{service.title}</h1>
            <p className="lead">{service.longDescription ?? service.description}</p>
            <Button asChild variant="primary" size="lg" className="no-print">
              <a href="#contact">Get Started Today</a>
            </Button>
          </div>
          <ServiceGlyph slug={service.slug} className="service-drawing" />
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

function ServiceNotFound({ list }: { list: Service[] }) {
  return (
    <div className="wrap service-lost">
      <p className="small text-ink-2">404 Page Not Found</p>
      <h1 className="h1-page">Service Not Found</h1>
      <p className="lead">{brand.name} does not offer a service at this address. These exist:</p>
      <ul>
        {list.map((service) => (
          <li key={service.id}>
            <Link className="link" to={`/services/${service.slug}`}>
              {service.title}
            </Link>
          </li>
        ))}
      </ul>
      <Button asChild size="lg">
        <Link to="/">Back to Home</Link>
      </Button>
    </div>
  )
}
