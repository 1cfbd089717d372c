import { z } from 'zod'
import { email, ids } from '#contract/fields.ts'
import { aFile, nothing } from '#contract/results.ts'
import { chosenIds } from '#contract/status-changes.ts'
import { type ImportField, importFields } from './contract.ts'

const Count = z.int().nonnegative()

const oneField = `(${importFields.join('|')})?`

/** Absent if the headings determine the fields. */
const FieldsOfColumns = z
  .string()
  .max(10_000)
  .regex(new RegExp(`^${oneField}(,${oneField})*$`), 'Name known fields, separated by commas')
  .optional()
  .describe('What the columns hold, in their order: `first,last,,email` leaves the third out')
  .transform((list) => list?.split(',').map((field) => (field || null) as ImportField | null))

export const ImportColumn = z.object({
  heading: z.string(),
  sample: z.string().describe('The first cell that is filled'),
  field: z.enum(importFields).nullable().describe('null when the column is not used'),
})
export type ImportColumn = z.output<typeof ImportColumn>

export const ImportRow = z.object({
  row: z.int().describe('Row of the file as a spreadsheet program shows it'),
  line: z.int().describe('Line of the file in which the row begins, as a text editor counts'),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  outcome: z.enum(['create', 'duplicate', 'refused']),
  reason: z.string().nullable().describe('Why it is a duplicate or refused'),
  leftOut: z
    .array(z.object({ field: z.enum(importFields), value: z.string() }))
    .describe('Further values of a kind, such as a second address, which are not imported'),
})
export type ImportRow = z.output<typeof ImportRow>

export const ImportPreview = z.object({
  rows: z.array(ImportRow).describe('None while a column is missing'),
  counts: z.object({ create: Count, duplicate: Count, refused: Count }),
  columns: z.array(ImportColumn),
  missing: z.array(z.enum(['name', 'email'])).describe('What no column holds'),
})
export type ImportPreview = z.output<typeof ImportPreview>

/** Counts of the records stored under one email address. */
export const PersonRecord = z.object({
  inquiries: Count,
  bookings: Count.describe('Calls; host and time stay for the statistics'),
  chats: Count,
  messages: Count,
  mails: Count.describe('From or to the address, or in conversations with the person'),
  clients: z.array(
    z.object({ id: z.string(), name: z.string(), projects: Count, notes: Count, documents: Count }),
  ),
  disclosures: Count.describe('Values beside receipts that open their salted hashes'),
  googleResources: Count.describe('Folders, sheets and calendars that stay in Google'),
})
export type PersonRecord = z.output<typeof PersonRecord>

const person = z.object({ email: email('Valid email is required') })

export const dataExchangeSchemas = {
  previewImport: {
    summary: 'Previews an import of clients (CSV), row by row.',
    input: z.object({ fields: FieldsOfColumns }),
    output: ImportPreview,
  },
  importClients: {
    summary: 'Imports clients from a CSV file; rows with errors are skipped.',
    input: z.object({
      fields: FieldsOfColumns,
      duplicates: z
        .enum(['skip', 'create'])
        .default('skip')
        .describe('Treatment of rows whose email exists already'),
    }),
    output: z.object({ created: Count, skipped: Count, refused: Count }),
  },
  exportClients: { summary: 'All clients as CSV.', input: nothing, output: aFile },
  exportChosenClients: { summary: 'Chosen clients as CSV.', input: chosenIds, output: aFile },
  exportProjects: { summary: 'All projects as CSV.', input: nothing, output: aFile },
  exportClient: {
    summary: 'Everything about one client as a zip: data and mail as JSON, and the documents.',
    input: ids,
    output: aFile,
  },
  findPerson: {
    summary: 'Counts the records of the person with an email address.',
    input: person,
    output: PersonRecord,
  },
  erasePerson: {
    summary: 'Permanently erases all records of the person with an email address.',
    input: person.extend({
      confirmation: z.string().max(254).describe('The address again, typed by the one who erases'),
    }),
    output: PersonRecord,
  },
}
