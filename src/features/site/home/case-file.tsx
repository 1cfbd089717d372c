import { brand } from '../../../brand.ts'
import { DemoTag } from '../../../web/ui/badge.tsx'
import type { CaseStudy } from '../../content/case-studies/contract.ts'
import { useCaseView } from './use-case-tracking.ts'

/** Sheet with a turned corner: the story on the left, the figures on canary. */
export function CaseFile({ study }: { study: CaseStudy }) {
  const [first, ...others] = study.results
  const file = useCaseView(study)
  return (
    <article ref={file} className="case-file">
      <div className="case-story">
        <p className="case-facts">
          {study.company} · {study.industry} · {study.duration}{' '}
          {brand.demo ? <DemoTag>Demo case</DemoTag> : null}
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
            <dd className={figureSize(first.value)}>{first.value}</dd>
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

/** Long values such as '6 days to 9 hours' use a smaller size to stay on one line. */
function figureSize(value: string): string {
  return value.length > 9 ? 'figure-lg' : 'figure-xl'
}
