import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../server/database/open.ts'
import {
  clients,
  projectDocuments,
  projectNotes,
  projects,
} from '../../../server/database/schema.ts'
import type { FileResponse } from '../../../server/http/file-response.ts'

const pageSize = 1000

type Row = Record<string, string | number | null>

const dayOf = (moment: Date | null) => moment?.toISOString().slice(0, 10) ?? null

function clientsAfter(db: Database, last: string | undefined) {
  return db
    .select({
      id: clients.id,
      name: clients.name,
      email: clients.email,
      company: clients.company,
      phone: clients.phone,
      status: clients.status,
      notes: clients.notes,
      createdAt: clients.createdAt,
      projects: sql<number>`(select count(*)::int from ${projects} where ${eq(projects.clientId, clients.id)})`,
    })
    .from(clients)
    .where(last ? gt(clients.id, last) : undefined)
    .orderBy(asc(clients.id))
    .limit(pageSize)
}

function projectsAfter(db: Database, last: string | undefined) {
  return db
    .select({
      id: projects.id,
      client: clients.name,
      email: clients.email,
      title: projects.title,
      status: projects.status,
      progress: projects.progress,
      budget: projects.budget,
      startDate: projects.startDate,
      endDate: projects.endDate,
      description: projects.description,
      createdAt: projects.createdAt,
      notes: sql<number>`(select count(*)::int from ${projectNotes} where ${and(eq(projectNotes.projectId, projects.id), isNull(projectNotes.deletedAt))})`,
      documents: sql<number>`(select count(*)::int from ${projectDocuments} where ${and(eq(projectDocuments.projectId, projects.id), isNull(projectDocuments.deletedAt))})`,
    })
    .from(projects)
    .innerJoin(clients, eq(clients.id, projects.clientId))
    .where(last ? gt(projects.id, last) : undefined)
    .orderBy(asc(projects.id))
    .limit(pageSize)
}

/**
 * CSV as in RFC 4180, with a BOM so that spreadsheet programs detect UTF-8. A cell that they would
 * read as a formula gets a leading apostrophe (OWASP, CSV Injection).
 */
async function* csv(
  columns: readonly string[],
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const options = {
    columns: [...columns],
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  } as const
  yield `\ufeff${stringify([], { ...options, header: true })}`
  for await (const page of pages) yield stringify(page, options)
}

async function* pagesOf<T extends { id: string }>(
  next: (last: string | undefined) => PromiseLike<T[]>,
  shown: (row: T) => Row,
): AsyncGenerator<Row[]> {
  for (let last: string | undefined; ; ) {
    const page = await next(last)
    if (page.length > 0) yield page.map(shown)
    if (page.length < pageSize) return
    last = page.at(-1)?.id
  }
}

/** Reads the first item before anything is sent, so that a database failure can set the status. */
async function begun<T>(items: AsyncGenerator<T>): Promise<AsyncIterable<T>> {
  const first = await items.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* items
  })()
}

function spreadsheet(
  name: string,
  columns: readonly string[],
  pages: AsyncGenerator<Row[]>,
): FileResponse {
  return {
    name: `${name}-${dayOf(new Date())}.csv`,
    type: 'text/csv; charset=utf-8',
    open: async () => Readable.from(csv(columns, await begun(pages))),
  }
}

/** Oldest first; imports accept the same headings. */
export function clientsSheet(db: Database): FileResponse {
  const columns = ['name', 'email', 'company', 'phone', 'status', 'notes', 'projects', 'created']
  const pages = pagesOf(
    (last) => clientsAfter(db, last),
    ({ id: _, createdAt, ...row }) => ({ ...row, created: dayOf(createdAt) }),
  )
  return spreadsheet('clients', columns, pages)
}

export function projectsSheet(db: Database): FileResponse {
  const columns = [
    ...['client', 'email', 'title', 'status', 'progress', 'budget', 'start', 'end'],
    ...['description', 'notes', 'documents', 'created'],
  ]
  const pages = pagesOf(
    (last) => projectsAfter(db, last),
    ({ id: _, startDate, endDate, createdAt, ...row }) => ({
      ...row,
      start: dayOf(startDate),
      end: dayOf(endDate),
      created: dayOf(createdAt),
    }),
  )
  return spreadsheet('projects', columns, pages)
}
