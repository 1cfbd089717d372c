import { and, eq } from 'drizzle-orm'
import { Failure } from '../../../contract/failure.ts'
import type { Database, Transaction } from '../../../server/database/open.ts'
import { projects } from '../../../server/database/schema.ts'

/**
 * Checks that a client has a project, and in a transaction locks it against deletion.
 *
 * @throws Failure `not_found`
 */
export async function lockProject(
  db: Database | Transaction,
  { clientId, projectId }: { clientId: string; projectId: string },
): Promise<void> {
  const [found] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.clientId, clientId)))
    .for('key share')
  if (!found) throw new Failure('not_found', 'Project not found')
}
