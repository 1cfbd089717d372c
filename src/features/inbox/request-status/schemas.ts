import { z } from 'zod'
import { required, Time } from '#contract/fields.ts'
import { answerWays, requestStates } from '#contract/vocabulary.ts'

/**
 * A lead as its sender may see it. It reveals nothing about staff except the name of the reader or
 * writer.
 */
const RequestStatus = z.object({
  number: z.string(),
  kind: z.enum(['inquiry', 'consultation']),
  state: z.enum(requestStates),
  receivedAt: Time,
  dueAt: Time.nullable().describe('Null when no answer is due'),
  answeredAt: Time.nullable(),
  answeredBy: z.string().nullable().describe('A person, or the firm'),
  answeredHow: z.enum(answerWays).nullable(),
  assignee: z.string().nullable().describe('Who reads it: a person, or the firm'),
  assigneeTitle: z.string().nullable(),
  assigneePortraitUrl: z.string().nullable(),
  assignedAt: Time.nullable(),
  canRemind: z.boolean(),
  remindedAt: Time.nullable(),
  disputedAt: Time.nullable().describe(
    'When the owner of the address reported that they did not send it',
  ),
  sent: z.object({
    name: z.string(),
    email: z.string().describe('Masked: the first character and the domain'),
    company: z.string(),
    service: z.string(),
    message: z.string(),
    answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  }),
  details: z.array(z.object({ text: z.string(), createdAt: Time })),
  timeZone: z.string().describe('The firm’s, IANA'),
  zoneLabel: z.string().describe('Its name in words'),
})

const byToken = z.object({ token: z.string().describe('Last part of the address of the page') })

export const requestsSchemas = {
  show: {
    summary: 'A request as its sender may see it; changes nothing.',
    input: byToken,
    output: RequestStatus,
  },
  remind: {
    summary: 'Reminds the staff of an answer that is overdue, once.',
    input: byToken,
    output: RequestStatus,
  },
  addDetail: {
    summary: 'Adds a detail to a request, five in all.',
    input: byToken.extend({ text: required(2000, 'Write what you want to add.') }),
    output: RequestStatus,
  },
  withdraw: {
    summary: 'Withdraws a request; nobody will answer it.',
    input: byToken,
    output: RequestStatus,
  },
  disown: {
    summary: 'Reports that the owner of the address did not send the request; ends automatic mail.',
    input: byToken,
    output: RequestStatus,
  },
}
