import type { Transaction } from '#server/database/open.ts'
import type { Values } from '../pages/new-version.server.ts'
import type { Findings } from '../transfer/findings.ts'

export type Author = { id: string } | undefined

export type Parts = {
  tx: Transaction
  author: Author
  /** Variables according to the settings that will be live. */
  values: Values
  isPublishing: boolean
  found: Findings
  afterBatch(): void
}

/** Demo texts have no author. */
export const authorOf = ({ author }: Parts, { demo }: { demo: boolean }) =>
  demo ? null : (author?.id ?? null)
