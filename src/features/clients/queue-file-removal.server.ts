import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import { blobDeletions, projectDocuments, projects } from '#server/database/schema.ts'

/**
 * Queues the files of all documents of a client, or of one project, for removal. Locks the
 * projects, so that no document is added before they are deleted. The client must already be
 * locked.
 */
export async function queueFileRemoval(
  tx: Transaction,
  { clientId, projectId }: { clientId: string; projectId?: string },
): Promise<void> {
  const found = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.clientId, clientId), projectId ? eq(projects.id, projectId) : undefined))
    .orderBy(projects.id)
    .for('update')
  if (found.length === 0) return
  const ids = sql.join(
    found.map(({ id }) => sql`${id}`),
    sql`, `,
  )
  await tx.execute(sql`
    with files as (
      select storage_key from ${projectDocuments} where project_id in (${ids})
      order by id for update)
    insert into ${blobDeletions} (storage_key) select storage_key from files
    on conflict do nothing`)
}
