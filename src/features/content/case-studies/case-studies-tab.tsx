import { Badge } from '#web/ui/badge.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { ContentList, type EditorProps } from '../editing/content-list.tsx'
import { type CaseStudy, caseStudies } from './contract.ts'

const LazyDialog = lazyComponent<EditorProps<CaseStudy>>(
  async () => (await import('./case-study-dialog.tsx')).CaseStudyDialog,
)

export function CaseStudiesTab() {
  return (
    <ContentList<CaseStudy>
      heading="Case Studies"
      noun="case study"
      addLabel="Add Case Study"
      emptyNote="Featured case studies appear on the home page with their figures first."
      list={caseStudies.list}
      alsoStale={[caseStudies.featured]}
      reorder={caseStudies.reorder}
      remove={caseStudies.remove}
      columns={(study) => (
        <div className="min-w-0">
          <p dir="auto" className="font-semibold">
            {study.title}
          </p>
          <p className="content-facts">
            <span dir="auto">{study.company}</span>
            <span dir="auto">{study.industry}</span>
            <Badge variant={study.featured ? 'default' : 'secondary'}>
              {study.featured ? 'Featured' : 'Standard'}
            </Badge>
            {study.published === false && <Badge variant="outline">Not published</Badge>}
          </p>
        </div>
      )}
      editor={LazyDialog}
    />
  )
}
