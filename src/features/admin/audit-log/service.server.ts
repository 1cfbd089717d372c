import { Readable } from 'node:stream'
import { auditActions } from '#contract/audit-actions.ts'
import { rowsToRead, toPage } from '#server/database/pagination.ts'
import { readPages, toCsv } from '#server/files/exported-rows.ts'
import { record } from '#server/service/audit.ts'
import type { Service } from '#server/service/context.ts'
import type { audit } from './contract.ts'
import { countEntries, countPage, readEntries } from './entries.server.ts'

type Entry = Awaited<ReturnType<typeof readEntries>>[number]

const words: Record<string, string | undefined> = auditActions

/** Names of subjects and clients are left out, because an export outlives their erasure. */
const toRow = ({ at, who, action, subject, subjectId, client, projectId, details }: Entry) => ({
  at: at.toISOString(),
  who: who?.name ?? null,
  action,
  what: words[action] ?? null,
  subject,
  subjectId,
  clientId: client?.id ?? null,
  projectId,
  details,
})

const columns: (keyof ReturnType<typeof toRow>)[] = [
  'at',
  'who',
  'action',
  'what',
  'subject',
  'subjectId',
  'clientId',
  'projectId',
  'details',
] as const

async function* toLines(pages: AsyncIterable<object[]>) {
  for await (const page of pages) yield page.map((row) => `${JSON.stringify(row)}\n`).join('')
}

async function* rowsOf(pages: AsyncIterable<Entry[]>) {
  for await (const page of pages) yield page.map(toRow)
}

export const auditService: Service<typeof audit> = {
  async list({ db }, { after, limit, page, ...filters }) {
    const paging = { after, limit, page }
    const [found, total] = await Promise.all([
      readEntries(db, filters, rowsToRead(paging), paging),
      countPage(db, filters, paging),
    ])
    return toPage(found, paging, total)
  },

  export: async ({ db, user }, { format, ...filters }) => ({
    name: `audit-log-${new Date().toISOString().slice(0, 10)}.${format}`,
    type: `${format === 'csv' ? 'text/csv' : 'application/x-ndjson'}; charset=utf-8`,
    async open() {
      const details = { format, ...filters, rows: await countEntries(db, filters) }
      await record(db, user, { action: 'audit.exported', subject: 'audit', details })
      const pages = await readPages<Entry>((limit, last) =>
        readEntries(db, filters, limit, { after: last && `${last.at.getTime()}.${last.id}.` }),
      )
      const rows = rowsOf(pages)
      const iso = (moment: Date) => moment.toISOString()
      return Readable.from(format === 'csv' ? toCsv(columns, rows, iso) : toLines(rows))
    },
  }),
}
