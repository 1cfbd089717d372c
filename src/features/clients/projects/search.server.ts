import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { cutText } from '#contract/cut-text.ts'
import { likePattern } from '#server/database/like-pattern.ts'
import type { Database } from '#server/database/open.ts'
import { clients, projectNotes, projects } from '#server/database/schema.ts'
import type { FoundProject } from './contract.ts'

const max = 5
const maxNoteLength = 160

/** Lists matches of the title before matches of a note. */
export async function searchProjects(db: Database, search: string): Promise<FoundProject[]> {
  const has = (column: typeof projects.title | typeof projectNotes.content) =>
    sql`joined_words(${column}) like joined_words(${likePattern(search)})`
  const found = {
    id: projects.id,
    title: projects.title,
    status: projects.status,
    clientId: projects.clientId,
    client: clients.name,
  }
  const [titled, withNotes] = await Promise.all([
    db
      .select(found)
      .from(projects)
      .innerJoin(clients, eq(clients.id, projects.clientId))
      .where(has(projects.title))
      .orderBy(desc(projects.createdAt), desc(projects.id))
      .limit(max),
    db
      .select({ ...found, note: projectNotes.content })
      .from(projectNotes)
      .innerJoin(projects, eq(projects.id, projectNotes.projectId))
      .innerJoin(clients, eq(clients.id, projects.clientId))
      .where(and(isNull(projectNotes.deletedAt), has(projectNotes.content)))
      .orderBy(desc(projectNotes.createdAt), desc(projectNotes.id))
      .limit(max),
  ])
  return [
    ...titled.map((project) => ({ ...project, note: null })),
    ...withNotes.map((project) => ({ ...project, note: cutText(project.note, maxNoteLength) })),
  ]
}
