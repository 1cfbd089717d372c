import { type RefObject, useEffect, useRef } from 'react'
import { track } from '../../../web/analytics/track.ts'
import type { CaseStudy } from '../../content/case-studies/contract.ts'

export function trackCase(
  study: Pick<CaseStudy, 'id' | 'industry'> | null,
  action: 'view' | 'open' | 'watch_demo',
): void {
  const caseStudy = study?.id ?? null
  track({ event: 'case_study_engagement', caseStudy, industry: study?.industry ?? null, action })
}

/** Records one view, when the case study first crosses the middle of the window. */
export function useCaseView(study: CaseStudy): RefObject<HTMLElement | null> {
  const file = useRef<HTMLElement>(null)
  const { id, industry } = study
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
  return file
}
