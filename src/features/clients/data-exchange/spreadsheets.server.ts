import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#server/database/open.ts'
import { clients, projectDocuments, projectNotes, projects } from '#server/database/schema.ts'
import { spreadsheet } from '#server/files/exported-rows.ts'
import type { FileResponse } from '#server/files/file-response.ts'

/** The condition is nested, because Drizzle omits the table name of a column that stands alone. */
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

/** Oldest first. Imports accept the same headings. @param ids all clients if absent */
export function clientsSheet(db: Database, ids?: string[]): FileResponse {
  return spreadsheet('clients', clientColumns, (limit, last) =>
    db
      .select({ id: clients.id, ...clientColumns })
      .from(clients)
      .where(and(ids && inArray(clients.id, ids), last && gt(clients.id, last.id)))
      .orderBy(asc(clients.id))
      .limit(limit),
  )
}

export function projectsSheet(db: Database): FileResponse {
  return spreadsheet('projects', projectColumns, (limit, last) =>
    db
      .select({ id: projects.id, ...projectColumns })
      .from(projects)
      .innerJoin(clients, eq(clients.id, projects.clientId))
      .where(last ? gt(projects.id, last.id) : undefined)
      .orderBy(asc(projects.id))
      .limit(limit),
  )
}
