import { contract } from '#contract/endpoint.ts'
import type { siteTransferSchemas } from './schemas.ts'

export type { Change, Problem } from './schemas.ts'

/**
 * Maximum size of a file to import, in bytes. A larger export is only offered without the pictures
 * of notes.
 */
export const maxBytes = 52_428_800

/** Export and import of the public content. */
export const siteTransfer = contract<typeof siteTransferSchemas>()('siteTransfer', {
  export: { call: 'GET /admin/site/export', access: 'admin', stream: 'download' },
  import: {
    call: 'POST /admin/site/import',
    access: 'owner',
    stream: 'upload',
    bodyType: 'application/json',
  },
  exports: { call: 'GET /admin/site/exports', access: 'admin' },
  exportFile: { call: 'GET /admin/site/exports/:id', access: 'admin', stream: 'download' },
})
