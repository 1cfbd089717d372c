import { z } from 'zod'
import { aFile, contract, nothing } from '../../../contract/endpoint.ts'
import { email, ids } from '../../../contract/fields.ts'

export const importLimits = { bytes: 2 * 1024 * 1024, rows: 5_000, columns: 1_000 } as const

const Count = z.int().nonnegative()

export const importFields = [
  ...(['name', 'first', 'middle', 'last', 'email', 'company', 'phone', 'notes', 'status'] as const),
] as const
export type ImportField = (typeof importFields)[number]

const oneField = `(${importFields.join('|')})?`

/** Absent when the headings say it. */
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

export const dataExchange = contract('dataExchange', {
  previewImport: {
    call: 'POST /admin/clients/import/preview',
    access: 'admin',
    summary: 'Previews an import of clients (CSV), row by row.',
    stream: 'upload',
    input: z.object({ fields: FieldsOfColumns }),
    output: ImportPreview,
  },
  importClients: {
    call: 'POST /admin/clients/import',
    once: true,
    access: 'admin',
    summary: 'Imports clients from a CSV file; rows with errors are skipped.',
    stream: 'upload',
    status: 201,
    input: z.object({
      fields: FieldsOfColumns,
      duplicates: z
        .enum(['skip', 'create'])
        .default('skip')
        .describe('Treatment of rows whose e-mail exists already'),
    }),
    output: z.object({ created: Count, skipped: Count, refused: Count }),
  },
  exportClients: {
    call: 'GET /admin/clients/export',
    access: 'admin',
    summary: 'All clients as CSV.',
    stream: 'download',
    input: nothing,
    output: aFile,
  },
  exportProjects: {
    call: 'GET /admin/projects/export',
    access: 'admin',
    summary: 'All projects as CSV.',
    stream: 'download',
    input: nothing,
    output: aFile,
  },
  exportClient: {
    call: 'GET /admin/clients/:id/export',
    access: 'owner',
    summary: 'Everything about one client as a zip: data and mail as JSON, and the documents.',
    stream: 'download',
    input: ids,
    output: aFile,
  },
  findPerson: {
    call: 'POST /admin/people/find',
    access: 'owner',
    evenWhenFull: true,
    summary: 'Counts the records of the person with an e-mail address.',
    input: person,
    output: PersonRecord,
  },
  erasePerson: {
    call: 'POST /admin/people/erase',
    access: 'owner',
    evenWhenFull: true,
    summary: 'Permanently erases all records of the person with an e-mail address.',
    input: person.extend({
      confirmation: z.string().max(254).describe('The address again, typed by the one who erases'),
    }),
    output: PersonRecord,
  },
})
