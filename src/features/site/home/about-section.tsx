import { Stringline } from '#web/illustrations/stringline.tsx'
import { DemoTag } from '#web/ui/badge.tsx'
import type { HomeWords } from './home-words.ts'

type AboutWords = Pick<HomeWords, 'aboutHeading' | 'paragraphs' | 'figures'>

export function AboutSection({ words }: { words: AboutWords }) {
  const { aboutHeading, paragraphs, figures } = words
  const [first, ...others] = paragraphs
  return (
    <section id="about" className="section" aria-labelledby="about-heading">
      <div className="wrap">
        <h2 id="about-heading" tabIndex={-1} className="h2">
          {aboutHeading}
        </h2>
        <div className="about-grid">
          <div className="about-words">
            <p>{first}</p>
            <Stringline />
            {others.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          {figures.length > 0 && (
            <dl className="rows claims">
              {figures.map(({ value, label, definition, source }) => (
                <div key={`${value} ${label}`} className="claim">
                  <dt className="figure-lg">{value}</dt>
                  <dd>
                    <span className="claim-label">{label}</span>
                    <span className="claim-basis">
                      {definition}{' '}
                      {source === null ? (
                        <DemoTag />
                      ) : (
                        <span className="claim-source">{source}</span>
                      )}
                    </span>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </div>
    </section>
  )
}
