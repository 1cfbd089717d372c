import { inArray } from 'drizzle-orm'
import { clients, projects } from '#server/database/schema.ts'
import type { FileResponse } from '#server/files/file-response.ts'
import { recordDownload } from '#server/service/audit.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { clientArchive } from './archive.server.ts'
import type { CallHandlers } from './call-handlers.server.ts'
import type { dataExchange } from './contract.ts'
import { erasePerson, findPerson } from './erase-person.server.ts'
import { countOutcomes, readPreview, storeImport } from './import-clients.server.ts'
import { clientsSheet, projectsSheet } from './spreadsheets.server.ts'

function exportClients(context: SignedInContext, ids?: string[]): FileResponse {
  const rows = context.db.$count(clients, ids && inArray(clients.id, ids))
  const act = { action: 'clients.exported', subject: 'clients', rows } as const
  return recordDownload(context, act, clientsSheet(context.db, ids))
}

export const dataExchangeService = (calls: CallHandlers): Service<typeof dataExchange> => ({
  async previewImport(context, { fields }, request) {
    const preview = await readPreview(context, request, fields)
    return { ...preview, counts: countOutcomes(preview.rows) }
  },

  async importClients(context, { fields, duplicates }, request) {
    const { rows, missing } = await readPreview(context, request, fields)
    if (missing.length > 0) {
      const sentence = `No column holds the ${missing.join(' and the ')}.`
      throw fieldFailure('fields', sentence)
    }
    const created = await storeImport(context, rows, duplicates)
    const { refused } = countOutcomes(rows)
    return { created, refused, skipped: rows.length - refused - created }
  },

  exportClients: async (context) => exportClients(context),
  exportChosenClients: async (context, { ids }) => exportClients(context, ids),

  async exportProjects(context) {
    const rows = context.db.$count(projects)
    const act = { action: 'project.exported', subject: 'project', rows } as const
    return recordDownload(context, act, projectsSheet(context.db))
  },

  async exportClient(context, { id }) {
    const about = { subject: 'client', subjectId: id, clientId: id, rows: 1 }
    const archive = await clientArchive(context, id, calls.writeCalendarOfCall)
    return recordDownload(context, { action: 'client.exported', ...about }, archive)
  },

  findPerson: ({ db }, { email }) => findPerson(db, email),
  erasePerson: (context, input) => erasePerson(context, input, calls.eraseCalls),
})
