import { RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { mailtoOf } from '#contract/email-address.ts'
import { type CaseStudy, caseStudies } from '#features/content/case-studies/contract.ts'
import { track } from '#web/analytics/track.ts'
import { publicQuery, usePublicQuery } from '#web/api/public-query.tsx'
import { useFirm } from '#web/firm.ts'
import { slipJourney } from '#web/illustrations/home-journeys.ts'
import { JourneyFigure } from '#web/illustrations/journey-figure.tsx'
import { useJourney } from '#web/illustrations/use-journey.ts'
import { DemoTag } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { CenteredSpinner } from '#web/ui/spinner.tsx'

const shownOpen = 3

function trackCase(
  study: Pick<CaseStudy, 'id' | 'industry'> | null,
  action: 'view' | 'open' | 'watch_demo',
): void {
  const caseStudy = study?.id ?? null
  track({ event: 'case_study_engagement', caseStudy, industry: study?.industry ?? null, action })
}

/** A new value of `watch` replays the demonstration. */
export function CaseStudiesSection(props: { heading: string; watch: string | null }) {
  const { data, failed, isFetching, refetch } = usePublicQuery(publicQuery(caseStudies.featured))
  const list = Array.isArray(data) ? data : null
  return (
    <section id="case-studies" className="section" aria-labelledby="case-studies-heading">
      <div className="wrap">
        <h2 id="case-studies-heading" tabIndex={-1} className="h2">
          {props.heading}
        </h2>
        <Demonstration asked={props.watch} />
        {failed || (data && !list) ? (
          <ErrorState
            className="section-body"
            message="Unable to load case studies at this time."
            onRetry={refetch}
            retrying={isFetching}
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
              Watch Again
            </Button>
          </div>
        }
      />
    </div>
  )
}

function Files({ list }: { list: CaseStudy[] }) {
  const { email } = useFirm()
  if (list.length === 0) {
    return (
      <p className="lead">
        New case studies are being written.{' '}
        <a className="link" href={mailtoOf(email)}>
          Ask us about one
        </a>
        .
      </p>
    )
  }
  // Up to three case studies are open. In a longer list only the first is, so that the figures can
  // be scanned.
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

function CaseFile({ study }: { study: CaseStudy }) {
  const [first, ...others] = study.results
  const file = useRef<HTMLElement>(null)
  const { id, industry } = study
  // Records one view when the case study first crosses the middle of the window.
  useEffect(() => {
    if (!file.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        trackCase({ id, industry }, 'view')
      },
      { rootMargin: '-50% 0px -49% 0px' },
    )
    observer.observe(file.current)
    return () => observer.disconnect()
  }, [id, industry])
  return (
    <article ref={file} className="case-file">
      <div className="case-story">
        <p className="case-facts">
          {study.company} · {study.industry} · {study.duration}{' '}
          {study.demo ? <DemoTag>Demo case</DemoTag> : null}
        </p>
        <h3 className="h3 case-title">{study.title}</h3>
        <h4 className="case-part">Challenge</h4>
        <p>{study.challenge}</p>
        <h4 className="case-part">Solution</h4>
        <p>{study.solution}</p>
        {study.tags.length > 0 && (
          <ul className="case-tags" aria-label="Topics">
            {study.tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        )}
      </div>
      {first && (
        <dl className="case-results">
          <div>
            <dt>{first.label}</dt>
            {/* Long values, such as '6 days to 9 hours', would not fit on one line. */}
            <dd className={first.value.length > 9 ? 'figure-lg case-figure' : 'figure-xl'}>
              {first.value}
            </dd>
          </div>
          {others.map((result) => (
            <div key={result.label}>
              <dt>{result.label}</dt>
              <dd className="case-figure">{result.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  )
}
