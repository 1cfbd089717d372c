import { and, asc, getTableColumns, gt, type SQL } from 'drizzle-orm'
import { serviceTitle } from '#contract/service-options.ts'
import type { Database } from '#server/database/open.ts'
import { inquiries as table } from '#server/database/schema.ts'
import { spreadsheet } from '#server/files/exported-rows.ts'
import type { FileResponse } from '#server/files/file-response.ts'
import { answerOf, choiceOf, kindOf } from './lead.ts'

const { search: _, ...columns } = getTableColumns(table)

type Lead = Omit<typeof table.$inferSelect, 'search'>

const answer = (question: string) => (lead: Lead) => answerOf(lead, question)
const label = (question: Parameters<typeof choiceOf>[1]) => (lead: Lead) => choiceOf(lead, question)

/** Choices are exported twice: as shown and, in the column ending in "id", as stored. */
const cells: Record<string, (lead: Lead) => unknown> = {
  number: ({ number }) => number,
  kind: (lead) => kindOf(lead).toLowerCase(),
  name: ({ name }) => name,
  email: ({ email }) => email,
  company: ({ company }) => company,
  phone: answer('phone'),
  service: ({ service }) => serviceTitle(service),
  'service id': ({ service }) => service,
  'project type': label('projectType'),
  'project type id': answer('projectType'),
  budget: label('budget'),
  'budget id': answer('budget'),
  timeline: label('timeline'),
  'timeline id': answer('timeline'),
  status: ({ status }) => status,
  message: ({ message }) => message,
  'first contacted': ({ firstContactedAt }) => firstContactedAt,
  created: ({ createdAt }) => createdAt,
}

/** Oldest first. */
export function leadsSheet(db: Database, which: SQL | undefined): FileResponse {
  return spreadsheet('inquiries', cells, async (limit, last) => {
    const leads = await db
      .select(columns)
      .from(table)
      .where(and(which, last && gt(table.id, last.id)))
      .orderBy(asc(table.id))
      .limit(limit)
    return leads.map((lead) => ({
      id: lead.id,
      ...Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell(lead)])),
    }))
  })
}
