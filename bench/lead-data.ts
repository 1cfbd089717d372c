import { createHash } from 'node:crypto'
import { openDatabase } from '../src/server/database/open.ts'
import { inquiries } from '../src/server/database/schema.ts'

const names = 'Ada Okafor,Ben Ilves,Chiara Rossetti,Dmitri Vale,Esi Mensah,Farah Nasser'.split(',')
const companies = 'Northfold Logistics,Tarn & Co.,,Saltmarsh Housing,Quarry Lane Clinics'.split(',')
const types = 'new-implementation,process-automation,system-integration,optimization'.split(',')
const budgets = 'under-10k,10k-25k,25k-50k,50k-100k,100k-plus,not-sure'.split(',')
const timelines = 'asap,1-3-months,3-6-months,6-12-months,flexible'.split(',')
const statuses = ['new', 'contacted', 'qualified', 'converted', 'closed'] as const
const services = 'Document Processing,Data Analysis & Insights,Custom AI Solutions,Other'.split(',')

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T
}

/** The n-th generated lead; every second one is a consultation request with all answers. */
function lead(n: number): typeof inquiries.$inferInsert {
  const name = pick(names, n)
  const isConsultation = n % 2 === 0
  return {
    name: `${name} ${n}`,
    email: `${name.split(' ')[0]?.toLowerCase()}.${n}@northfold.example`,
    company: pick(companies, n),
    service: isConsultation ? 'consultation' : 'document-processing',
    message: `We type ${n} delivery slips a week into the order system, and would rather not.`,
    status: pick(statuses, Math.floor(n / 3)),
    createdAt: new Date(Date.UTC(2026, 9, 1) - n * 3_600_000),
    contentHash: createHash('sha256').update(String(n)).digest(),
    consultationData: isConsultation
      ? {
          phone: '+1 555 0101',
          jobTitle: 'Head of operations',
          projectType: pick(types, n / 2),
          projectDescription: 'Read the slips, check them against the order, file them. '.repeat(3),
          currentChallenges: 'Typing errors, late invoices, one person who knows how.',
          goals: 'Half the time, none of the errors.',
          timeline: pick(timelines, n / 2),
          budget: pick(budgets, n / 2),
          servicesInterested: services.slice(0, 1 + (n % 4)),
          hasExistingAI: n % 4 === 0,
          teamSize: '11-50',
          urgency: 'medium',
          preferredContactMethod: 'email',
          additionalNotes: '',
        }
      : null,
  }
}

export async function fillWithLeads(dataDir: string, count: number): Promise<void> {
  const { db, close } = await openDatabase({ dataDir })
  const batch = 500
  for (let from = 0; from < count; from += batch) {
    const length = Math.min(batch, count - from)
    await db.insert(inquiries).values(Array.from({ length }, (_, index) => lead(from + index)))
  }
  await close()
}
