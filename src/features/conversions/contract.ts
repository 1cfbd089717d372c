import { z } from 'zod'
import { contract } from '../../contract/endpoint.ts'
import { Id, ids, required, Time, text } from '../../contract/fields.ts'
import { clientStatuses, projectStatuses } from '../../contract/vocabulary.ts'

/** Longer than a message may be, because the notes begin with the whole of it. */
const longestNotes = 10_000

export const Conversion = z.object({
  inquiryId: required(36, 'Inquiry ID is required').pipe(Id),
  phone: text(50),
  notes: text(longestNotes),
  createProject: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  projectTitle: text(200),
  projectDescription: text(5000),
  projectBudget: text(100),
  projectTimeline: text(100),
  existingClientId: Id.nullish().describe('Links this client instead of making a new one'),
})
export type Conversion = z.input<typeof Conversion>

const clientFields = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  notes: z.string().nullable(),
  status: z.enum(clientStatuses),
  createdAt: Time,
})

/** The client an inquiry became, with the project made for it, if any. */
export const ConvertedClient = clientFields.extend({
  projects: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      description: z.string().nullable(),
      status: z.enum(projectStatuses),
      progress: z.number(),
      budget: z.string().nullable(),
      timeline: z.string().nullable(),
      createdAt: Time,
    }),
  ),
})

export const ClientMatch = clientFields.pick({
  id: true,
  name: true,
  email: true,
  company: true,
  status: true,
  createdAt: true,
})
export type ClientMatch = z.output<typeof ClientMatch>

export const conversions = contract('conversions', {
  convert: {
    call: 'POST /admin/clients/convert-inquiry',
    access: 'admin',
    summary: 'Makes a client, and a project if asked, of an inquiry or consultation request.',
    status: 201,
    input: Conversion,
    output: ConvertedClient,
  },
  matches: {
    call: 'GET /contact/inquiries/:id/client-matches',
    access: 'agent',
    summary: 'Clients with the e-mail address of an inquiry, newest first, at most five.',
    input: ids,
    output: z.array(ClientMatch),
  },
})
