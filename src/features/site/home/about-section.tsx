import { brand } from '../../../brand.ts'
import { Stringline } from '../../../web/illustrations/stringline.tsx'
import { DemoTag } from '../../../web/ui/badge.tsx'

export function AboutSection() {
  const [first, ...others] = brand.about
  return (
    <section id="about" className="section" aria-labelledby="about-heading">
      <div className="wrap">
        <h2 id="about-heading" tabIndex={-1} className="h2">
          What we claim, and what it rests on
        </h2>
        <div className="about-grid">
          <div className="about-words">
            <p>{first}</p>
            <Stringline />
            {others.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <dl className="rows claims">
            {brand.claims.map((claim) => (
              <div key={claim.value} className="claim">
                <dt className="figure-lg">{claim.value}</dt>
                <dd>
                  <span className="claim-label">{claim.label}</span>
                  <span className="claim-basis">
                    {claim.basis}{' '}
                    {claim.status === 'demo' ? (
                      <DemoTag />
                    ) : (
                      <span className="claim-source">{claim.source}</span>
                    )}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  )
}
