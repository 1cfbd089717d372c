import { and, eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { clients, projects } from '#server/database/schema.ts'

/**
 * Locks a client against deletion until the transaction ends; false without one. Deletion locks the
 * client, its projects and what belongs to them, in this order: so does whatever changes them.
 */
export async function lockClient(tx: Transaction, clientId: string): Promise<boolean> {
  const found = await tx
    .select({ id: clients.id })
    .from(clients)
    .where(eq(clients.id, clientId))
    .for('key share')
  return found.length > 0
}

/** Checks that a client has a project, and in a transaction locks both against deletion. */
export async function lockProject(
  db: Database | Transaction,
  { clientId, projectId }: { clientId: string; projectId: string },
): Promise<void> {
  const [found] = await db
    .select({ id: projects.id })
    .from(clients)
    .innerJoin(projects, eq(projects.clientId, clients.id))
    .where(and(eq(projects.id, projectId), eq(clients.id, clientId)))
    .for('key share')
  if (!found) throw new Failure('not_found', 'Project not found')
}
