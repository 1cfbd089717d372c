import { z } from 'zod'
import { Id, ids, line, requiredLine, text } from '#contract/fields.ts'
import { Client } from '#features/clients/schemas.ts'

/** Longer than a message, because the notes begin with the whole message. */
const maxNotesLength = 10_000

export const Conversion = z.object({
  inquiryId: requiredLine(36, 'Inquiry ID is required').meta({ format: 'uuid' }).pipe(Id),
  phone: line(50),
  notes: text(maxNotesLength),
  createProject: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  projectTitle: line(200),
  projectDescription: text(5000),
  projectBudget: line(100),
  projectTimeline: line(100),
  existingClientId: Id.nullish().describe('Links this client instead of making a new one'),
})
export type Conversion = z.input<typeof Conversion>

const ClientMatch = Client.pick({
  id: true,
  name: true,
  email: true,
  company: true,
  status: true,
  createdAt: true,
})

export const conversionsSchemas = {
  convert: {
    summary: 'Converts an inquiry to a client, with a project if requested; returns the client.',
    input: Conversion,
    output: Client,
  },
  matches: {
    summary: 'Clients with the email address of an inquiry, newest first, at most five.',
    input: ids,
    output: z.array(ClientMatch),
  },
}
