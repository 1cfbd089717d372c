import { and, desc, eq, sql } from 'drizzle-orm'
import {
  afterCursor,
  countRows,
  rowsToRead,
  rowsToSkip,
  toPage,
} from '#server/database/pagination.ts'
import { mailMessages as table } from '#server/database/schema.ts'
import type { Service } from '#server/service/context.ts'
import type { mail } from './contract.ts'

const listed = { id: table.id, createdAt: table.sendAt }

export const mailService: Service<typeof mail> = {
  async failed({ db }, paging) {
    const { id, kind, toAddress, subject, sendAt, errorCode, serverResponse, text } = table
    const isFailed = eq(table.delivery, 'failed')
    const rows = await db
      .select({
        id,
        kind,
        to: toAddress,
        subject,
        sendAt,
        errorCode,
        serverResponse,
        createdAt: sendAt,
        canRetry: sql<boolean>`${text} <> ''`,
      })
      .from(table)
      .where(and(isFailed, afterCursor(listed, paging)))
      .orderBy(desc(sendAt), desc(id))
      .limit(rowsToRead(paging))
      .offset(rowsToSkip(paging))
    return toPage(rows, paging, await countRows(db, paging, table, isFailed))
  },
}
