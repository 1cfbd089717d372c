import { newLeads } from '#features/leads/lead.ts'
import type { Overview } from '../overview/contract.ts'

export type Waiting = { text: string; to: string; isNew: boolean }

const entries = [
  {
    words: (count: number) => newLeads('Inquiry', count),
    to: '/admin?tab=inquiries&status=new',
    isNew: true,
    // Inquiries include consultation requests, which have an entry of their own.
    count: ({ inquiries, consultations }: Overview) => inquiries.waiting - consultations.waiting,
  },
  {
    words: (count: number) => newLeads('Consultation', count),
    to: '/admin/consultations?status=new',
    isNew: true,
    count: ({ consultations }: Overview) => consultations.waiting,
  },
  {
    words: (count: number) =>
      `${count.toLocaleString()} ${count === 1 ? 'message' : 'messages'} in spam`,
    to: '/admin?tab=inquiries&quarantined=true',
    isNew: false,
    count: ({ inquiries }: Overview) => inquiries.quarantined,
  },
]

/** Counts each message only once, so that the bell agrees with its menu. */
export function waitingOf(overview: Overview): Waiting[] {
  return entries.flatMap(({ words, to, isNew, count }) => {
    const number = count(overview)
    if (number <= 0) return []
    return [{ text: words(number), to, isNew }]
  })
}

export function waitingWords(waiting: readonly Waiting[]): string {
  if (waiting.length === 0) return 'Nothing is waiting'
  return `Waiting: ${waiting.map(({ text }) => text).join(', ')}`
}
