import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Service, services } from '#features/content/services/contract.ts'
import { track } from '#web/analytics/track.ts'
import { publicQuery, usePublicQuery } from '#web/api/public-query.tsx'
import { ServiceGlyph } from '#web/illustrations/service-glyph.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CenteredSpinner } from '#web/ui/spinner.tsx'

const shownFeatures = 4

/** Featured services first, otherwise in the server's order. */
export function ServicesSection({ heading }: { heading: string }) {
  const { data, failed, isFetching, refetch } = usePublicQuery(publicQuery(services.list))
  const list = Array.isArray(data)
    ? data
        .filter(({ active }) => active !== false)
        .toSorted((one, other) => Number(other.featured) - Number(one.featured))
    : null
  return (
    <section id="services" className="section" aria-labelledby="services-heading">
      <div className="wrap">
        <h2 id="services-heading" tabIndex={-1} className="h2">
          {heading}
        </h2>
        <p className="lead section-lead">
          Each starts with one process, measured before we touch it, so you can see what changed.
        </p>
        {failed || (data && !list) ? (
          <ErrorState
            className="section-body"
            message="Unable to load services at this time."
            onRetry={refetch}
            retrying={isFetching}
          />
        ) : list ? (
          <ServiceRows list={list} />
        ) : (
          <div className="section-body">
            <CenteredSpinner minHeight="services-reserved" label="Loading services" />
          </div>
        )}
      </div>
    </section>
  )
}

function ServiceRows({ list }: { list: Service[] }) {
  return (
    <ul className="rows service-rows section-body">
      {list.map((service) => (
        <li key={service.id}>
          <article className="service-row">
            <ServiceIcon service={service} />
            <div>
              <h3 className="h3">
                <Link
                  to={`/services/${service.slug}`}
                  className="service-link"
                  onClick={() =>
                    track({ event: 'service_interaction', service: service.slug, action: 'open' })
                  }
                >
                  {service.title}
                </Link>
              </h3>
              <p className="service-line">{service.description}</p>
            </div>
            <ul className="service-features">
              {service.features.slice(0, shownFeatures).map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
              {service.features.length > shownFeatures && (
                <li className="service-more">
                  +{service.features.length - shownFeatures} more features
                </li>
              )}
            </ul>
            <span className="service-arrow" aria-hidden="true">
              <Icon icon={ArrowRight} size={20} />
            </span>
          </article>
        </li>
      ))}
    </ul>
  )
}

function ServiceIcon({ service: { iconUrl, slug } }: { service: Service }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (!iconUrl || iconUrl === broken) return <ServiceGlyph slug={slug} />
  return (
    <img
      src={iconUrl}
      alt=""
      width="200"
      height="96"
      className="service-icon"
      onError={() => setBroken(iconUrl)}
    />
  )
}
