import { contract } from '#contract/endpoint.ts'
import { settingsBytes } from '#contract/settings/sections.ts'
import type { siteSettingsSchemas } from './schemas.ts'

export const siteSettings = contract<typeof siteSettingsSchemas>()('siteSettings', {
  show: { call: 'GET /admin/site', access: 'admin' },
  saveDraft: {
    call: 'PUT /admin/site/draft/:section',
    access: 'admin',
    // The limit applies to the section itself. In the request, an escape sequence takes six bytes
    // for one.
    bodyBytes: 6 * settingsBytes.section,
  },
  discardDraft: { call: 'DELETE /admin/site/draft/:section', access: 'admin' },
  publish: { call: 'POST /admin/site/publish', access: 'admin', status: 201 },
  versions: { call: 'GET /admin/site/versions', access: 'admin' },
  version: { call: 'GET /admin/site/versions/:number', access: 'admin' },
  restore: {
    call: 'POST /admin/site/versions/:number/restore',
    access: 'admin',
    allowedOnFullDisk: true,
    status: 201,
  },
})
