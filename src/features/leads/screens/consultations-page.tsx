import { brand } from '../../../brand.ts'
import { consultationView } from './consultation-rows.tsx'
import { LeadList } from './lead-list.tsx'

export function meta() {
  return [{ title: `Consultations · ${brand.name} admin` }, { name: 'robots', content: 'noindex' }]
}

export default function ConsultationsPage() {
  return (
    <>
      <h1 className="h3 mb-6">Consultations</h1>
      <LeadList view={consultationView} />
    </>
  )
}
