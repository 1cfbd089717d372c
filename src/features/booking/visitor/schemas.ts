import { z } from 'zod'
import { Time } from '#contract/fields.ts'
import { nothing } from '#contract/results.ts'
import { bookingContacts } from '#contract/vocabulary.ts'
import { ChatToken } from '../reservation/schemas.ts'

const byToken = z.object({ token: z.string().describe('Last part of the address of the page') })
const host = z.object({ name: z.string().describe('A person, or the firm') })

export const visitsSchemas = {
  openTypes: {
    summary: 'Kinds of call that somebody takes, in display order.',
    input: nothing,
    output: z.object({
      meetingTypes: z.array(z.object({ slug: z.string(), title: z.string(), changedAt: Time })),
    }),
  },
  hold: {
    summary: 'A held slot, until an hour after it was no longer kept; changes nothing.',
    input: byToken.extend({ chat: ChatToken }),
    output: z.object({
      known: z
        .object({ isPerson: z.boolean(), isCompany: z.boolean() })
        .describe('What the chat tells of who books'),
      type: z.object({
        slug: z.string(),
        title: z.string(),
        minutes: z.number(),
        locations: z.array(z.enum(bookingContacts)),
      }),
      start: Time,
      end: Time,
      expiresAt: Time.describe('When it was no longer kept, if past'),
      mayExtend: z.boolean(),
      isTaken: z.boolean().describe('The time went to somebody else meanwhile'),
      host,
      meetingUrl: z.string().nullable().describe('Of the call it has become'),
    }),
  },
  join: {
    summary: 'Where a call takes place, until 30 days after its end.',
    input: byToken,
    output: z.object({
      url: z.string().nullable().describe('Null until the host has named it'),
      state: z.enum(['pending', 'booked', 'cancelled']),
      start: Time,
      end: Time,
      zone: z.string().describe('The visitor’s, IANA'),
      title: z.string(),
      host,
    }),
  },
}
