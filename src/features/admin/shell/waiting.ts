import type { Overview } from '../dashboard/contract.ts'

export type Waiting = { text: string; to: string; isNew: boolean }

const entries = [
  {
    one: 'new inquiry',
    many: 'new inquiries',
    to: '/admin?tab=inquiries&status=new',
    isNew: true,
    // Inquiries include consultation requests, which have an entry of their own.
    count: ({ inquiries, consultations }: Overview) => inquiries.waiting - consultations.waiting,
  },
  {
    one: 'new consultation request',
    many: 'new consultation requests',
    to: '/admin/consultations?status=new',
    isNew: true,
    count: ({ consultations }: Overview) => consultations.waiting,
  },
  {
    one: 'message in spam',
    many: 'messages in spam',
    to: '/admin?tab=inquiries&quarantined=true',
    isNew: false,
    count: ({ inquiries }: Overview) => inquiries.quarantined,
  },
]

/** Counts each message once, so that the bell agrees with its menu. */
export function waitingOf(overview: Overview): Waiting[] {
  return entries.flatMap(({ one, many, to, isNew, count }) => {
    const number = count(overview)
    if (number <= 0) return []
    return [{ text: `${number.toLocaleString()} ${number === 1 ? one : many}`, to, isNew }]
  })
}

export function waitingWords(waiting: readonly Waiting[]): string {
  if (waiting.length === 0) return 'Nothing is waiting'
  return `Waiting: ${waiting.map(({ text }) => text).join(', ')}`
}
