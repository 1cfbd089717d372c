import { contract } from '#contract/endpoint.ts'
import type { siteTransferSchemas } from './schemas.ts'

/**
 * Maximum size of an export, in bytes. A larger one is only offered without the pictures of notes.
 */
export const maxBytes = 104_857_600

/** Export of the public content. */
export const siteTransfer = contract<typeof siteTransferSchemas>()('siteTransfer', {
  export: { call: 'GET /admin/site/export', access: 'admin', stream: 'download' },
  exportSize: { call: 'GET /admin/site/export/size', access: 'admin' },
})
