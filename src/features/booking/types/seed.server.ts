import type { Transaction } from '#server/database/open.ts'
import { meetingTypes } from '#server/database/schema.ts'

/** The meeting type cannot be booked until somebody takes calls. */
export async function seedMeetingType(tx: Transaction): Promise<void> {
  await tx
    .insert(meetingTypes)
    .values({
      slug: 'consultation',
      title: 'Consultation call',
      description: 'We look at the work you want to automate and say what we would do.',
      locations: ['video', 'phone'],
    })
    .onConflictDoNothing()
}
