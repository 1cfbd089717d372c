import type { Service } from '#server/service/context.ts'
import type { published } from './contract.ts'
import {
  listNotes,
  newestNotes,
  publishedAddresses,
  publishedVersion,
  publishedVersions,
  showPublished,
} from './published.server.ts'

export const publishedService: Service<typeof published> = {
  show: ({ db, content }, address) => showPublished(db, address, content.resolved()),
  versions: ({ db, content }, { slug }) => publishedVersions(db, slug, content.resolved()),
  version: ({ db, content }, wanted) => publishedVersion(db, wanted, content.resolved()),
  notes: ({ db, content }, { after }) => listNotes(db, after, content.resolved()),
  feed: ({ db, content }) => newestNotes(db, content.resolved()),
  addresses: ({ db, content }) => publishedAddresses(db, content.resolved()),
}
