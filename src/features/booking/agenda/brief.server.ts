import { eq } from 'drizzle-orm'
import type { Offered } from '#contract/endpoint.ts'
import type { Database } from '#server/database/open.ts'
import { bookings, chatSessions, inquiries } from '#server/database/schema.ts'
import type { Service } from '#server/service/context.ts'
import { messageWithout } from '../bookings/confirm-hold.server.ts'
import { readBefore } from './before.server.ts'
import { showToStaff } from './calls.server.ts'
import type { callBriefs } from './contract.ts'
import { type Answers, answerTo, questionsFor } from './questions.ts'

type Brief = Offered<typeof callBriefs.show>
type Known = {
  booking: typeof bookings.$inferSelect
  lead: typeof inquiries.$inferSelect | null
  chat: typeof chatSessions.$inferSelect | null
}

async function read(db: Database, id: string): Promise<Known> {
  const [found] = await db
    .select({ booking: bookings, lead: inquiries, chat: chatSessions })
    .from(bookings)
    .leftJoin(inquiries, eq(inquiries.id, bookings.inquiryId))
    .leftJoin(chatSessions, eq(chatSessions.id, bookings.chatSessionId))
    .where(eq(bookings.id, id))
  if (!found) throw new Error('The call is missing.')
  return found
}

/** The visitor's own words, without blank answers and repetitions. */
function wordsOf({ booking, lead }: Known, answers: Answers): Brief['words'] {
  const project = answerTo(answers, 'projectDescription')
  // The message of a long form, or of a call without a request, is made by the product.
  const isMade = project !== '' || lead?.message.startsWith(messageWithout(''))
  const all = [
    { label: 'Message', text: isMade ? '' : (lead?.message ?? '') },
    { label: 'Process', text: project },
    { label: 'Challenges', text: answerTo(answers, 'currentChallenges') },
    { label: 'Goals', text: answerTo(answers, 'goals') },
    { label: 'Notes', text: answerTo(answers, 'additionalNotes') },
    { label: 'For the call', text: booking.note ?? '' },
  ]
  return all.filter(
    ({ text }, at) => text.trim() !== '' && all.findIndex((one) => one.text === text) === at,
  )
}

function pagesOf({ booking, lead, chat }: Known): Brief['pages'] {
  const pages: {
    path: string | null | undefined
    at: Date
    from: Brief['pages'][number]['from']
  }[] = [
    ...(lead ? [{ path: lead.page, at: lead.createdAt, from: 'request' as const }] : []),
    ...(chat ? [{ path: chat.currentPage, at: chat.startedAt, from: 'chat' as const }] : []),
    { path: booking.page, at: booking.createdAt, from: 'call' },
  ]
  return pages
    .flatMap(({ path, ...rest }) => (path ? [{ path, ...rest }] : []))
    .sort((a, b) => Number(a.at) - Number(b.at))
}

export const callBriefsService: Service<typeof callBriefs> = {
  async show(context, { id }) {
    const { db } = context
    const booking = await showToStaff(context, id)
    const known = await read(db, id)
    const answers: Answers = known.lead?.consultationData ?? {}
    return {
      booking,
      words: wordsOf(known, answers),
      pages: pagesOf(known),
      before: await readBefore(db, known.booking),
      ask: questionsFor(answers),
    }
  },
}
