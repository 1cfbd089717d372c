import type { Service } from '../../../server/context.ts'
import { clientArchive } from './archive.server.ts'
import type { dataExchange } from './contract.ts'
import { erasePerson, findPerson } from './erasing.server.ts'
import { countOutcomes, judgeImport, storeImport } from './importing.server.ts'
import { clientsSheet, projectsSheet } from './spreadsheets.server.ts'

export const dataExchangeService: Service<typeof dataExchange> = {
  async previewImport(context, _, request) {
    const { rows, ignored } = await judgeImport(context, request)
    return { rows, counts: countOutcomes(rows), ignoredColumns: ignored }
  },

  async importClients(context, { duplicates }, request) {
    const { rows } = await judgeImport(context, request)
    const created = await storeImport(context, rows, duplicates)
    const { refused } = countOutcomes(rows)
    return { created, refused, skipped: rows.length - refused - created }
  },

  exportClients: async ({ db }) => clientsSheet(db),
  exportProjects: async ({ db }) => projectsSheet(db),
  exportClient: (context, { id }) => clientArchive(context, id),
  findPerson: ({ db }, { email }) => findPerson(db, email),
  erasePerson,
}
