import { z } from 'zod'
import { ids, Time } from '#contract/fields.ts'
import { numberedPaging, page } from '#contract/pagination.ts'

const ClientReceipt = z.object({
  id: z.string(),
  seq: z.int().nullable().describe('Number in the log; null for at most a minute'),
  kind: z.string(),
  at: Time,
  summary: z.string().describe('The kind in words'),
})

export const clientReceiptsSchemas = {
  list: {
    summary: 'Receipts about a client and their leads, mails and calls, newest first.',
    input: ids.extend(numberedPaging),
    output: page(ClientReceipt),
  },
}
