import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../../../server/database/open.ts'
import {
  clients,
  projectDocuments,
  projectNotes,
  projects,
} from '../../../server/database/schema.ts'
import type { FileResponse } from '../../../server/http/file-response.ts'

const pageSize = 1000

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** Nested because Drizzle omits the table name of a column that stands alone. */
const countOf = (table: PgTable, condition: SQL) =>
  sql<number>`(select count(*)::int from ${table} where ${condition})`

const clientColumns = {
  name: clients.name,
  email: clients.email,
  company: clients.company,
  phone: clients.phone,
  status: clients.status,
  notes: clients.notes,
  projects: countOf(projects, eq(projects.clientId, clients.id)),
  created: clients.createdAt,
}

const projectColumns = {
  client: clients.name,
  email: clients.email,
  title: projects.title,
  status: projects.status,
  progress: projects.progress,
  budget: projects.budget,
  start: projects.startDate,
  end: projects.endDate,
  description: projects.description,
  notes: countOf(
    projectNotes,
    sql`${eq(projectNotes.projectId, projects.id)} and ${isNull(projectNotes.deletedAt)}`,
  ),
  documents: countOf(
    projectDocuments,
    sql`${eq(projectDocuments.projectId, projects.id)} and ${isNull(projectDocuments.deletedAt)}`,
  ),
  created: projects.createdAt,
}

type Page = { id: string; [column: string]: unknown }[]

/**
 * CSV as in RFC 4180, with a BOM so that spreadsheet programs detect UTF-8. A cell that they would
 * read as a formula gets a leading apostrophe (OWASP, CSV Injection).
 */
async function* csv(columns: object, first: Page, next: (last: string) => PromiseLike<Page>) {
  const options = {
    columns: Object.keys(columns),
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: { date: dayOf },
  } as const
  yield `\ufeff${stringify([], { ...options, header: true })}`
  for (let page = first; page.length > 0; ) {
    yield stringify(page, options)
    const last = page.length === pageSize && page.at(-1)
    page = last ? await next(last.id) : []
  }
}

function spreadsheet(
  name: string,
  columns: object,
  read: (last?: string) => PromiseLike<Page>,
): FileResponse {
  return {
    name: `${name}-${dayOf(new Date())}.csv`,
    type: 'text/csv; charset=utf-8',
    // The first page is read before anything is sent, so that a failure can set the status.
    open: async () => Readable.from(csv(columns, await read(), read)),
  }
}

/** Oldest first; imports accept the same headings. */
export function clientsSheet(db: Database): FileResponse {
  return spreadsheet('clients', clientColumns, (last) =>
    db
      .select({ id: clients.id, ...clientColumns })
      .from(clients)
      .where(last ? gt(clients.id, last) : undefined)
      .orderBy(asc(clients.id))
      .limit(pageSize),
  )
}

export function projectsSheet(db: Database): FileResponse {
  return spreadsheet('projects', projectColumns, (last) =>
    db
      .select({ id: projects.id, ...projectColumns })
      .from(projects)
      .innerJoin(clients, eq(clients.id, projects.clientId))
      .where(last ? gt(projects.id, last) : undefined)
      .orderBy(asc(projects.id))
      .limit(pageSize),
  )
}
