import { z } from 'zod'
import {
  clamped,
  clearable,
  clearableLine,
  email,
  Id,
  ids,
  requiredLine,
  Time,
  text,
} from '#contract/fields.ts'
import { maxSearchLength } from '#contract/max-search-length.ts'
import { done } from '#contract/results.ts'
import { statusChanges } from '#contract/status-changes.ts'
import { clientStatuses, projectStatuses } from '#contract/vocabulary.ts'
import { clientSorts, pageSize } from './contract.ts'

/** `startDate` and `endDate` are calendar days: only the UTC day counts. */
export const Project = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  status: z.enum(projectStatuses),
  progress: z.int().min(0).max(100),
  budget: z.string().nullable(),
  timeline: z.string().nullable(),
  startDate: Time.nullable(),
  endDate: Time.nullable(),
  createdAt: Time,
  updatedAt: Time,
})
export type Project = z.output<typeof Project>

const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  notes: z.string().nullable(),
  status: z.enum(clientStatuses),
  createdAt: Time,
  updatedAt: Time,
  lastActivityAt: Time.describe('Of the last recorded act about the client'),
})

export const Client = person.extend({ projects: z.array(Project) })
export type Client = z.output<typeof Client>

/** A client in a list, with only the project fields that lists show. */
export const ListedClient = person.extend({
  projects: z.array(Project.pick({ id: true, title: true, status: true, progress: true })),
})
export type ListedClient = z.output<typeof ListedClient>

/** A page of clients. `total` counts all that match. */
export const ClientPage = z.object({
  clients: z.array(ListedClient),
  total: z.int().nonnegative(),
})
export type ClientPage = z.output<typeof ClientPage>

const name = requiredLine(200, 'Name is required')
const status = z.enum(clientStatuses, { error: 'Choose active, inactive or archived' })
const details = z.object({
  company: clearableLine(200),
  phone: clearableLine(50),
  notes: clearable(10_000),
})

export const NewClient = details.extend({
  name,
  email: email('Valid email is required'),
  status: status.optional(),
})
export type NewClient = z.input<typeof NewClient>

const ClientChanges = details.extend({
  name: name.optional(),
  email: email('Valid email is required').optional(),
  status: status.optional(),
})

export const clientsSchemas = {
  list: {
    summary: 'One page of clients, newest first unless sorted otherwise.',
    input: z.object({
      page: clamped(1_000_000),
      limit: clamped(100, pageSize),
      search: text(maxSearchLength).describe(
        'Part of the name, the email (its domain also in Unicode) or the company, in any case, with accents or without',
      ),
      status: status.optional(),
      sort: z.enum(clientSorts, { error: `Sort by one of ${clientSorts.join(', ')}` }).optional(),
    }),
    output: ClientPage,
  },
  create: { summary: 'Adds a client.', input: NewClient, output: Client },
  show: { summary: 'One client with all projects.', input: ids, output: Client },
  changeStatuses: {
    summary: 'Sets the status of many clients, or undoes that.',
    ...statusChanges(status),
  },
  update: {
    summary: 'Changes a client; absent fields stay, null clears.',
    input: ClientChanges.extend({ id: Id }),
    output: Client,
  },
  remove: {
    summary: 'Deletes a client with all projects, notes and documents; inquiries stay, unlinked.',
    input: ids,
    output: done,
  },
}
