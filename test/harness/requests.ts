import { sql } from 'drizzle-orm'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { requests } from '#features/inbox/request-status/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import type { Person, TestApp } from './test-app.ts'

export const message = {
  name: 'Ada Okafor',
  email: 'ada@northfold.test',
  company: 'Northfold Logistics',
  service: 'document-processing',
  message: '4,000 slips a week.\nBy hand.',
  filledInMs: 9000,
}

export async function write({ stranger }: TestApp, more: Record<string, unknown> = {}) {
  const sent = await stranger().call(inquiries.create, { ...message, ...more })
  return { ...sent, token: sent.requestUrl?.split('/').at(-1) ?? '' }
}

export const show = ({ stranger }: TestApp, token: string) =>
  stranger().call(requests.show, { token })

/** Simulates that the lead had arrived this much earlier. */
export async function age({ db }: TestApp, hours: number): Promise<void> {
  const ago = sql`make_interval(hours => ${hours})`
  await db.execute(sql`update inquiries set created_at = created_at - ${ago}`)
  await db.execute(sql`update inquiry_details set created_at = created_at - ${ago}`)
  await db.execute(sql`update reply_deadline_events set at = at - ${ago}`)
  await db.execute(sql`update reply_deadlines set opened_at = opened_at - ${ago},
    due_at = due_at - ${ago}, met_at = met_at - ${ago}, waived_at = waived_at - ${ago},
    reopened_at = reopened_at - ${ago}, reminded_at = reminded_at - ${ago}`)
}

export async function firstItem(agent: Person) {
  const [item] = (await agent.call(inbox.list, {})).items
  if (!item) throw new Error('The inbox is empty.')
  return item
}
