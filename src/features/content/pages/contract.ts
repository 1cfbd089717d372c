import { contract } from '#contract/endpoint.ts'
import type { pagesSchemas } from './schemas.ts'

export type { Page, PageItem, PageKind } from './schemas.ts'

/** Pages in the state `deleted` can be restored for 30 days. */
export const pageStates = ['draft', 'scheduled', 'published', 'withdrawn', 'deleted'] as const
export type PageState = (typeof pageStates)[number]

/** Maximum number of characters in the text of a page. */
export const maxTextLength = 60_000

/** In bytes of JSON, where a character has up to three bytes and an escape sequence six. */
const textBytes = 6 * maxTextLength

/** Drafts and versions of legal texts, pages and notes. */
export const pages = contract<typeof pagesSchemas>()('pages', {
  list: { call: 'GET /admin/pages', access: 'admin' },
  create: {
    call: 'POST /admin/pages',
    access: 'admin',
    once: true,
    bodyBytes: textBytes,
    status: 201,
  },
  show: { call: 'GET /admin/pages/:id', access: 'admin' },
  save: { call: 'PUT /admin/pages/:id', access: 'admin', bodyBytes: textBytes },
  remove: { call: 'DELETE /admin/pages/:id', access: 'admin', allowedOnFullDisk: true },
  restore: { call: 'POST /admin/pages/:id/restore', access: 'admin', allowedOnFullDisk: true },
  publish: { call: 'POST /admin/pages/:id/publish', access: 'admin', status: 201 },
  withdraw: { call: 'POST /admin/pages/:id/withdraw', access: 'admin' },
  versions: { call: 'GET /admin/pages/:id/versions', access: 'admin' },
  version: { call: 'GET /admin/pages/:id/versions/:number', access: 'admin' },
  restoreVersion: { call: 'POST /admin/pages/:id/versions/:number/restore', access: 'admin' },
  preview: { call: 'POST /admin/pages/preview', access: 'admin', bodyBytes: textBytes },
})
