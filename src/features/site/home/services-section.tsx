import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { track } from '../../../web/analytics/track.ts'
import { question, useAnswer } from '../../../web/api/answers.tsx'
import { ServiceGlyph } from '../../../web/illustrations/service-glyph.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Icon } from '../../../web/ui/icon.tsx'
import { CenteredSpinner } from '../../../web/ui/loading.tsx'
import { type Service, services } from '../../content/services/contract.ts'
import './services.css'

const shownFeatures = 4
const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** Featured services first, otherwise in the server's order. */
export function ServicesSection() {
  const { data, failed, asking, again } = useAnswer(question(services.list))
  const list = Array.isArray(data)
    ? data
        .filter(({ active }) => active !== false)
        .toSorted((one, other) => Number(other.featured) - Number(one.featured))
    : null
  return (
    <section id="services" className="section" aria-labelledby="services-heading">
      <div className="wrap">
        <h2 id="services-heading" tabIndex={-1} className="h2">
          {headline(list?.length ?? 0)}
        </h2>
        <p className="lead section-lead">
          Each starts with one process, measured before we touch it, so you can see what changed.
        </p>
        {failed || (data && !list) ? (
          <ErrorState
            className="section-body"
            message="Unable to load services at this time."
            onRetry={again}
            retrying={asking}
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

function headline(count: number): string {
  if (count === 0) return 'Work we take off desks'
  if (count === 1) return 'One kind of work we take off desks'
  return `${numberWords[count] ?? count} kinds of work we take off desks`
}

function ServiceRows({ list }: { list: Service[] }) {
  return (
    <ul className="rows section-body">
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
            <Features features={service.features} />
            <span className="service-arrow" aria-hidden="true">
              <Icon icon={ArrowRight} size={20} />
            </span>
          </article>
        </li>
      ))}
    </ul>
  )
}

/** Falls back to the drawn icon when there is no picture or it fails to load. */
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

function Features({ features }: { features: string[] }) {
  const more = features.length - shownFeatures
  return (
    <ul className="service-features">
      {features.slice(0, shownFeatures).map((feature) => (
        <li key={feature}>{feature}</li>
      ))}
      {more > 0 && <li className="service-more">+{more} more features</li>}
    </ul>
  )
}
