import { adminHead } from '#web/firm.ts'
import { consultationView } from './consultation-rows.tsx'
import { LeadList } from './lead-list.tsx'

export const meta = adminHead('Consultations')

export default function ConsultationsPage() {
  return (
    <>
      <h1 className="h3 mb-6">Consultations</h1>
      <LeadList view={consultationView} />
    </>
  )
}
