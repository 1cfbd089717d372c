import { RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { brand } from '../../../brand.ts'
import { question, useAnswer } from '../../../web/api/answers.tsx'
import { slipJourney } from '../../../web/illustrations/home-journeys.ts'
import { JourneyFigure } from '../../../web/illustrations/journey-figure.tsx'
import { useJourney } from '../../../web/illustrations/use-journey.ts'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { CenteredSpinner } from '../../../web/ui/loading.tsx'
import { type CaseStudy, caseStudies } from '../../content/case-studies/contract.ts'
import { CaseFile } from './case-file.tsx'
import './case-studies.css'
import { trackCase } from './use-case-tracking.ts'

const shownOpen = 3

/**
 * Featured case studies with their figures on the right. A new value of `watch` replays the
 * demonstration.
 */
export function CaseStudiesSection({ watch }: { watch: string | null }) {
  const { data, failed, asking, again } = useAnswer(question(caseStudies.featured))
  const list = Array.isArray(data) ? data : null
  return (
    <section id="case-studies" className="section" aria-labelledby="case-studies-heading">
      <div className="wrap">
        <h2 id="case-studies-heading" tabIndex={-1} className="h2">
          Success stories, with the numbers first
        </h2>
        <Demonstration asked={watch} />
        {failed || (data && !list) ? (
          <ErrorState
            className="section-body"
            message="Unable to load case studies at this time."
            onRetry={again}
            retrying={asking}
          />
        ) : list ? (
          <Files list={list} />
        ) : (
          <div className="section-body">
            <CenteredSpinner minHeight="cases-reserved" label="Loading case studies" />
          </div>
        )}
      </div>
    </section>
  )
}

/** Target of 'Watch Demo': follows one document from arrival to the end. */
function Demonstration({ asked }: { asked: string | null }) {
  const { rootRef, figureRef, play } = useJourney(slipJourney)
  useEffect(() => {
    if (asked !== null) play()
  }, [asked, play])

  function watch() {
    trackCase(null, 'watch_demo')
    play()
  }
  return (
    <div ref={rootRef} className="demonstration">
      <JourneyFigure
        journey={slipJourney}
        figureRef={figureRef}
        label="What happens to one delivery slip"
        caption="One delivery slip, from the dock to the invoice. Illustration, not client data."
        controls={
          <div className="demonstration-head">
            <p>Watch one delivery slip go through</p>
            <Button icon={RotateCcw} onClick={watch} className="no-print needs-script">
              Watch again
            </Button>
          </div>
        }
      />
    </div>
  )
}

function Files({ list }: { list: CaseStudy[] }) {
  if (list.length === 0) {
    return (
      <EmptyState
        title="New case studies are being written"
        action={
          <a className="link" href={`mailto:${brand.email}`}>
            Ask us about one
          </a>
        }
      />
    )
  }
  // Up to three are open; of a longer list only the first, so that the figures can be scanned.
  const open = list.length > shownOpen ? list.slice(0, 1) : list
  return (
    <div className="section-body case-files">
      {open.map((study) => (
        <CaseFile key={study.id} study={study} />
      ))}
      {list.slice(open.length).map((study) => (
        <details
          key={study.id}
          className="case-fold"
          onToggle={({ currentTarget }) => currentTarget.open && trackCase(study, 'open')}
        >
          <summary>
            <span className="case-fold-name">{study.title}</span>
            <span className="case-fold-result">
              <b>{study.results[0]?.value}</b> {study.results[0]?.label}
            </span>
          </summary>
          <CaseFile study={study} />
        </details>
      ))}
    </div>
  )
}
