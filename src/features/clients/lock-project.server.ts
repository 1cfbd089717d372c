import { and, eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { clients, projects } from '#server/database/schema.ts'

/**
 * Locks a client against deletion until the transaction ends. Deletion locks the client, its
 * projects and what belongs to them, in this order, so everything that changes them must do the
 * same.
 *
 * @returns false if there is no such client.
 */
export async function lockClient(tx: Transaction, clientId: string): Promise<boolean> {
  const found = await tx
    .select({ id: clients.id })
    .from(clients)
    .where(eq(clients.id, clientId))
    .for('key share')
  return found.length > 0
}

const projectOf = (
  db: Database | Transaction,
  { clientId, projectId }: { clientId: string; projectId: string },
) =>
  db
    .select({ id: projects.id })
    .from(clients)
    .innerJoin(projects, eq(projects.clientId, clients.id))
    .where(and(eq(projects.id, projectId), eq(clients.id, clientId)))

const notFound = () => new Failure('not_found', 'Project not found')

/** @throws Failure `not_found` unless the client has the project. */
export async function requireProject(
  db: Database,
  ids: Parameters<typeof projectOf>[1],
): Promise<void> {
  if ((await projectOf(db, ids)).length === 0) throw notFound()
}

/** Locks project and client against deletion. @throws Failure `not_found` like `requireProject`. */
export async function lockProject(
  tx: Transaction,
  ids: Parameters<typeof projectOf>[1],
): Promise<void> {
  if ((await projectOf(tx, ids).for('key share')).length === 0) throw notFound()
}
