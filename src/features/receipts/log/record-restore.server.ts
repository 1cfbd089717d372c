import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Transaction } from '#server/database/open.ts'
import { storedState } from '#server/database/schema.ts'
import { appendReceipt } from './append.server.ts'
import type { SigningDependencies } from './signer.server.ts'

/** Written by a restore; `size` is that of the log in the backup. */
const Restored = z.object({ backupAt: z.string(), size: z.coerce.number() })

/** Records a restore in the log, at the first start after it. */
export async function recordRestore(deps: SigningDependencies, tx: Transaction): Promise<void> {
  const [restored] = await tx
    .delete(storedState)
    .where(eq(storedState.name, 'log.restored'))
    .returning({ value: storedState.value })
  if (!restored) return
  await appendReceipt(deps, tx, {
    kind: 'log.restored',
    actor: { kind: 'system' },
    subject: { type: 'log' },
    data: Restored.parse(restored.value),
  })
}
