import { z } from 'zod'
import { Id, line, momentSuchAs, Slug, Time } from '#contract/fields.ts'
import { bookingContacts } from '#contract/vocabulary.ts'

const Choice = z.object({ id: z.string(), name: z.string() })

const CallOffer = z.object({
  type: z.string().describe('Slug of the meeting type'),
  types: z.array(z.object({ slug: z.string(), title: z.string() })).describe('To choose from'),
  hostId: z.string().nullable().describe('Null for whoever is free'),
  hosts: z.array(Choice).describe('Who takes this kind of call'),
  zone: z.string().describe('The visitor’s if a call of theirs tells it, else the firm’s'),
  chosen: z.array(Time).max(3).describe('Three times on different days, mornings and afternoons'),
  link: z
    .string()
    .describe(
      'Of the page that confirms a time; `at=` and the time follow. {reader} is filled in by mails',
    ),
})

export type CallOffer = z.output<typeof CallOffer>

const token = line(400)

export const callOffersSchemas = {
  show: {
    summary: 'Times to offer to a person, and the link that books one of them for that person.',
    input: z.object({
      inquiryId: Id.optional(),
      clientId: Id.optional(),
      chatSessionId: Id.optional().describe('Not for a mail about a chat'),
      type: Slug.optional().describe('Of a meeting type; the first one if absent'),
      hostId: Id.optional(),
    }),
    output: CallOffer,
  },
  ofChat: {
    summary: 'A link with which the visitor of a chat books a call, for seven days.',
    input: z.object({ sessionId: Id }),
    output: z.object({ url: z.string(), starts: z.array(Time).describe('The next three') }),
  },
  offered: {
    summary: 'A time that was offered, and what is known of the person it was offered to.',
    input: z.object({
      type: Slug,
      at: momentSuchAs('2098-12-24T09:00:00Z'),
      host: Id.optional().describe('Who was offered to take the call'),
      request: token.describe('Last part of the address of the status page'),
      chat: token.describe('Of the link'),
    }),
    output: z.object({
      type: z.object({
        slug: z.string(),
        title: z.string(),
        minutes: z.number(),
        locations: z.array(z.enum(bookingContacts)),
      }),
      start: Time,
      isFree: z.boolean(),
      host: z.string().nullable().describe('Name of the host who was offered, or of the firm'),
      known: z.object({ isPerson: z.boolean(), isCompany: z.boolean() }),
      zone: z.string().describe('The firm’s, IANA'),
    }),
  },
}
