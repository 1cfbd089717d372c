import { z } from 'zod'
import {
  email,
  ids,
  line,
  PhoneNumber,
  required,
  requiredLine,
  Time,
  text,
} from '#contract/fields.ts'
import { maxSearchLength } from '#contract/max-search-length.ts'
import { PagePath } from '#contract/page-path.ts'
import { allOrPage, numberedPaging } from '#contract/pagination.ts'
import { aFile } from '#contract/results.ts'
import { chosenIds, statusChanges } from '#contract/status-changes.ts'
import { inquiryStatuses, leadKinds, leadSorts } from '#contract/vocabulary.ts'

/** The answers of the long form. All may be blank. Unknown option values are stored unchanged. */
const ConsultationData = z.object({
  phone: PhoneNumber,
  jobTitle: line(200),
  projectType: line(100),
  projectDescription: text(5000),
  currentChallenges: text(5000),
  goals: text(5000),
  timeline: line(100),
  budget: line(100),
  servicesInterested: z
    .array(line(100))
    .max(20, 'Choose at most 20')
    .nullish()
    .transform((given) => given ?? []),
  hasExistingAI: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  teamSize: line(100),
  urgency: line(100),
  preferredContactMethod: line(100),
  additionalNotes: text(5000),
})

export const NewInquiry = z.object({
  name: requiredLine(200, 'Name is required'),
  email: email('Valid email is required'),
  company: line(200),
  service: line(100),
  message: required(5000, 'Message is required'),
  consultationData: ConsultationData.nullish(),
  page: PagePath,
  website: z.string().max(1000).nullish().describe('Left empty by people'),
  filledInMs: z.number().nullish().describe('Milliseconds from opening the site to submission'),
})
export type NewInquiry = z.input<typeof NewInquiry>

export const Inquiry = z.object({
  id: z.string(),
  number: z.string(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  kind: z.enum(leadKinds),
  service: z.string(),
  message: z.string(),
  status: z.enum(inquiryStatuses),
  clientId: z.string().nullable(),
  assigneeId: z.string().nullable(),
  consultationData: z.record(z.string(), z.unknown()).nullable(),
  quarantined: z.boolean(),
  quarantineReasons: z.array(z.string()),
  firstContactedAt: Time.nullable(),
  senderDisputedAt: Time.nullable().describe(
    'When the owner of the address reported that they did not send it',
  ),
  waiting: z
    .object({ since: z.iso.datetime(), dueAt: z.iso.datetime() })
    .nullable()
    .describe('While an answer is due'),
  createdAt: Time,
})
export type Inquiry = z.output<typeof Inquiry>

const status = z.enum(inquiryStatuses, {
  error: `Status must be one of ${inquiryStatuses.join(', ')}`,
})

const LeadFilter = z.object({
  search: text(maxSearchLength).describe(
    'Part of the name, the email (its domain also in Unicode), the company or, from three letters on, the message, or the beginning of the number, in any case',
  ),
  status: status.optional(),
})

const quarantined = z
  .enum(['true', 'false'])
  .optional()
  .describe('true lists what looks like spam instead')

/** Consultation requests are inquiries too. */
const AnyLeads = LeadFilter.extend({
  quarantined,
  consultations: z.enum(['true', 'false']).optional().describe('true for these only'),
})

export const LeadListing = LeadFilter.extend({
  sort: z.enum(leadSorts).optional().describe('`-date` if absent'),
  ...numberedPaging,
})

export const inquiriesSchemas = {
  create: {
    summary: 'Submits the contact form or a consultation request, which gets a number.',
    input: NewInquiry,
    output: z.object({
      success: z.literal(true),
      message: z.string(),
      id: z.string(),
      number: z.string().describe('For the sender, e.g. R-7K2M-Q4VD'),
      requestUrl: z
        .string()
        .nullable()
        .describe('Status page, for the sender alone; null for a repeat with another key or none'),
      replyBy: Time.describe('When a person has replied'),
    }),
  },
  list: {
    summary: 'Inquiries and consultation requests, newest first: all, or one page.',
    input: LeadListing.extend({ quarantined }),
    output: allOrPage(Inquiry),
  },
  count: {
    summary: 'Number of inquiries, or of consultation requests only, that match a filter.',
    input: AnyLeads,
    output: z.object({ total: z.number() }),
  },
  show: {
    summary: 'One inquiry or consultation request that is not quarantined.',
    input: ids,
    output: Inquiry,
  },
  details: {
    summary: 'Details that the sender added on the status page, oldest first.',
    input: ids,
    output: z.array(z.object({ text: z.string(), createdAt: Time })),
  },
  changeStatuses: {
    summary: 'Sets the status of many inquiries or consultation requests, or undoes that.',
    ...statusChanges(status),
  },
  export: {
    summary: 'The inquiries and consultation requests that match a filter, as CSV.',
    input: AnyLeads,
    output: aFile,
  },
  exportChosen: {
    summary: 'Chosen inquiries and consultation requests as CSV.',
    input: chosenIds,
    output: aFile,
  },
  setStatus: {
    summary: 'Sets the status of an inquiry or consultation request.',
    input: ids.extend({ status }),
    output: Inquiry,
  },
  release: {
    summary: 'Moves a quarantined message to the inbox, and mails it like an arrival.',
    input: ids.extend({ quarantined: z.literal(false) }),
    output: Inquiry,
  },
}
