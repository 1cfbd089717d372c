import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { heroJourneys } from '#web/illustrations/home-journeys.ts'
import type { RecordedJourney } from '#web/illustrations/journey.ts'
import { JourneyFigure } from '#web/illustrations/journey-figure.tsx'
import { JourneyRecord } from '#web/illustrations/record.tsx'
import { useJourney } from '#web/illustrations/use-journey.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionLink } from '../layout/section-link.tsx'
import { useLayoutWords } from '../layout/use-layout-words.ts'
import type { HomeWords } from './home-words.ts'

type HeroWords = Pick<HomeWords, 'lead' | 'primaryAction' | 'secondaryAction'>

export function Hero({ words }: { words: HeroWords }) {
  const { tagline } = useLayoutWords()
  const [journey, choose] = useState<RecordedJourney>(heroJourneys[0])
  const { rootRef, figureRef, play } = useJourney(journey)
  return (
    <div ref={rootRef} className="hero">
      <div className="wrap hero-grid">
        <div>
          <h1 className="h1 hero-title">{tagline}</h1>
          <p className="lead hero-lead">{words.lead}</p>
          <div className="hero-actions no-print">
            <SectionLink className="btn btn-primary size-lg" section="contact">
              {words.primaryAction}
            </SectionLink>
            <SectionLink className="btn btn-secondary size-lg" section="case-studies" watch>
              {words.secondaryAction}
            </SectionLink>
          </div>
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
            label={`What happens to one document: ${journey.subject}`}
            controls={
              <div className="journey-controls needs-script no-print">
                <span id="follow-a-document">Follow a document:</span>
                <fieldset aria-labelledby="follow-a-document" className="journey-choice">
                  {heroJourneys.map((one) => (
                    <button
                      key={one.subject}
                      type="button"
                      aria-pressed={one === journey}
                      onClick={() => (one === journey ? play() : choose(one))}
                    >
                      {one.subject}
                    </button>
                  ))}
                </fieldset>
                <Button icon={RotateCcw} onClick={play}>
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
