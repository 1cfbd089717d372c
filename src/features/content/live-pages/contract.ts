import { contract } from '#contract/endpoint.ts'
import type { publishedSchemas } from './schemas.ts'

export type { PublishedNote, PublishedPage } from './schemas.ts'

/** The pages as visitors see them. */
export const published = contract<typeof publishedSchemas>()('published', {
  show: { call: 'GET /published/:kind/:slug', access: 'public' },
  versions: { call: 'GET /published/legal/:slug/versions', access: 'public' },
  version: { call: 'GET /published/legal/:slug/versions/:number', access: 'public' },
  notes: { call: 'GET /published/notes', access: 'public' },
  feed: { call: 'GET /published/feed', access: 'public' },
  addresses: { call: 'GET /published/addresses', access: 'public' },
})
