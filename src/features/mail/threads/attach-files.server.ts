import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import { projectDocuments, projects, mailFiles as table } from '#server/database/schema.ts'
import { copyFile, type StoredFile } from '#server/http/receive-file.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { attachments } from './contract.ts'

export type Copy = StoredFile & { clientId: string }

const sizeOf = (files: readonly { fileSize: number }[]) =>
  files.reduce((sum, { fileSize }) => sum + fileSize, 0)

function refuseTooLarge(field: 'fileIds' | 'documentIds', bytes: number): void {
  if (bytes > attachments.bytes)
    throw fieldFailure(field, 'The files of an email can have at most 18 MB together')
}

/**
 * Copies documents, so that deleting them later changes nothing.
 *
 * @throws Failure if one is unknown, or if they are too many or too large.
 */
export async function copyDocuments(
  { db, storage }: SignedInContext,
  documentIds: readonly string[],
  fileIds: readonly string[],
): Promise<Copy[]> {
  if (documentIds.length + fileIds.length > attachments.max) {
    throw fieldFailure(
      documentIds.length > 0 ? 'documentIds' : 'fileIds',
      `Use at most ${attachments.max} files`,
    )
  }
  if (documentIds.length === 0) return []
  const { id, originalName, mimeType, fileSize, sha256, storageKey, deletedAt } = projectDocuments
  const found = await db
    .select({ originalName, mimeType, fileSize, sha256, storageKey, clientId: projects.clientId })
    .from(projectDocuments)
    .innerJoin(projects, eq(projects.id, projectDocuments.projectId))
    .where(and(inArray(id, [...documentIds]), isNull(deletedAt)))
  if (found.length < documentIds.length) throw fieldFailure('documentIds', 'A document was deleted')
  refuseTooLarge('documentIds', sizeOf(found))
  const copies: Copy[] = []
  try {
    for (const document of found) {
      copies.push({ ...document, storageKey: await copyFile(storage, document) })
    }
  } catch (error) {
    for (const copy of copies) await storage.remove(copy.storageKey)
    throw error
  }
  return copies
}

/**
 * Attaches the writer's uploaded files and copied documents to a mail.
 *
 * @throws Failure if one is unknown or another client's, or if they are too large.
 */
export async function attach(
  tx: Transaction,
  userId: string,
  { messageId, clientId }: { messageId: string; clientId: string | null },
  fileIds: readonly string[],
  copies: readonly Copy[],
): Promise<void> {
  if (clientId && copies.some((copy) => copy.clientId !== clientId)) {
    throw fieldFailure('documentIds', 'Choose documents of this client')
  }
  if (fileIds.length > 0) {
    const attached = await tx
      .update(table)
      .set({ messageId })
      .where(
        and(
          inArray(table.id, [...fileIds]),
          eq(table.uploadedBy, userId),
          eq(table.role, 'attachment'),
          isNull(table.messageId),
        ),
      )
      .returning({ fileSize: table.fileSize })
    if (attached.length < fileIds.length)
      throw fieldFailure('fileIds', 'A file isn’t there anymore')
    refuseTooLarge('fileIds', sizeOf(attached) + sizeOf(copies))
  }
  if (copies.length === 0) return
  const shared = { messageId, role: 'attachment', uploadedBy: userId } as const
  await tx.insert(table).values(copies.map(({ clientId: _, ...copy }) => ({ ...copy, ...shared })))
}
