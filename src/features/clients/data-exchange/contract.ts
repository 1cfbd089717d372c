import { contract } from '#contract/endpoint.ts'
import type { dataExchangeSchemas } from './schemas.ts'

export type { ImportColumn, ImportPreview, ImportRow, PersonRecord } from './schemas.ts'

export const importLimits = { bytes: 2 * 1024 * 1024, rows: 5_000, columns: 1_000 } as const

export const importFields = [
  'name',
  'first',
  'middle',
  'last',
  'email',
  'company',
  'phone',
  'notes',
  'status',
] as const
export type ImportField = (typeof importFields)[number]

export const dataExchange = contract<typeof dataExchangeSchemas>()('dataExchange', {
  previewImport: { call: 'POST /admin/clients/import/preview', access: 'admin', stream: 'upload' },
  importClients: {
    call: 'POST /admin/clients/import',
    once: true,
    access: 'admin',
    stream: 'upload',
    status: 201,
  },
  exportClients: { call: 'GET /admin/clients/export', access: 'admin', stream: 'download' },
  exportChosenClients: { call: 'POST /admin/clients/export', access: 'admin', stream: 'download' },
  exportProjects: { call: 'GET /admin/projects/export', access: 'admin', stream: 'download' },
  exportClient: { call: 'GET /admin/clients/:id/export', access: 'owner', stream: 'download' },
  findPerson: { call: 'POST /admin/people/find', access: 'owner', allowedOnFullDisk: true },
  erasePerson: { call: 'POST /admin/people/erase', access: 'owner', allowedOnFullDisk: true },
})
