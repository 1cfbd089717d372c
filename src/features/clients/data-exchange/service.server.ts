import { Failure } from '#contract/failure.ts'
import type { Service } from '#server/service/context.ts'
import { countOutcomes, judgeImport, storeImport } from '../importing/importing.server.ts'
import { clientArchive } from './archive.server.ts'
import type { dataExchange } from './contract.ts'
import { erasePerson, findPerson } from './erasing.server.ts'
import { clientsSheet, projectsSheet } from './spreadsheets.server.ts'

export const dataExchangeService: Service<typeof dataExchange> = {
  async previewImport(context, { fields }, request) {
    const judged = await judgeImport(context, request, fields)
    return { ...judged, counts: countOutcomes(judged.rows) }
  },

  async importClients(context, { fields, duplicates }, request) {
    const { rows, missing } = await judgeImport(context, request, fields)
    if (missing.length > 0) {
      const sentence = `No column holds the ${missing.join(' and the ')}.`
      throw new Failure('invalid_input', sentence, { fields: { fields: sentence } })
    }
    const created = await storeImport(context, rows, duplicates)
    const { refused } = countOutcomes(rows)
    return { created, refused, skipped: rows.length - refused - created }
  },

  exportClients: async ({ db }) => clientsSheet(db),
  exportChosenClients: async ({ db }, { ids }) => clientsSheet(db, ids),
  exportProjects: async ({ db }) => projectsSheet(db),
  exportClient: (context, { id }) => clientArchive(context, id),
  findPerson: ({ db }, { email }) => findPerson(db, email),
  erasePerson,
}
