import { eq } from 'drizzle-orm'
import type { Database } from '#server/database/open.ts'
import { users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import type { Service } from '#server/service/context.ts'
import { overriddenBy } from '../resolved-settings/effective-settings.ts'
import type { siteSettings } from './contract.ts'
import { readDefaultFields } from './default-fields.ts'
import { countDemo } from './demo-content.server.ts'
import { findProblems, requireLive, withDrafts } from './document.server.ts'
import { discardDraft, readDrafts, saveDraft } from './drafts.server.ts'
import { listVersions, showVersion } from './history.server.ts'
import { publish, restore } from './publish-settings.server.ts'

async function authorOf(db: Database, id: string | null) {
  if (!id) return null
  const [author] = await db
    .select({ id: users.id, name: staffName(users) })
    .from(users)
    .where(eq(users.id, id))
  return author ?? null
}

export const siteSettingsService: Service<typeof siteSettings> = {
  async show({ db, config }) {
    const [live, drafts] = [await requireLive(db), await readDrafts(db)]
    return {
      version: live.number,
      publishedAt: live.publishedAt,
      publishedBy: await authorOf(db, live.authorId),
      document: live.document,
      draft: Object.fromEntries(drafts.map(({ section, ...draft }) => [section, draft])) as never,
      problems: await findProblems(db, withDrafts(live.document, drafts)),
      overridden: overriddenBy(config),
      demoContent: {
        ...(await countDemo(db, live.document)),
        fields: readDefaultFields(live.document),
      },
    }
  },
  saveDraft,
  discardDraft,
  publish,
  versions: ({ db }, paging) => listVersions(db, paging),
  version: ({ db }, { number }) => showVersion(db, number),
  restore,
}
