import { eq } from 'drizzle-orm'
import { users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { announceContent } from '#server/service/announce.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { readMarkdown } from '../page-text/read-markdown.server.ts'
import { readingMinutes, resolveTree } from '../page-text/text-tree.ts'
import { variablesOf } from '../resolved-settings/variables.ts'
import type { pages } from './contract.ts'
import { createPage, restorePage, restoreVersion, savePage } from './drafts.server.ts'
import { listPages } from './list-pages.server.ts'
import { fillPictures } from './new-version.server.ts'
import { liveVersion, readPage } from './page-store.server.ts'
import { publishPage, removePage, withdrawPage } from './publish-page.server.ts'
import { listVersions, showVersion, versionOf } from './versions.server.ts'

async function shown<T extends { version: number }>(context: SignedInContext, changed: T) {
  if (changed.version > 0) await announceContent(context, changed.version)
  return changed
}

export const pagesService: Service<typeof pages> = {
  list: ({ db }, wanted) => listPages(db, wanted),
  create: createPage,
  show: ({ db }, { id }) => readPage(db, id),

  async save(context, input) {
    return (await shown(context, await savePage(context, input))).page
  },

  async remove(context, based) {
    await announceContent(context, await removePage(context, based))
    return { success: true }
  },

  async restore(context, { id }) {
    return (await shown(context, await restorePage(context, id))).page
  },

  async publish(context, input) {
    const { version, content } = await publishPage(context, input)
    const everywhere = await announceContent(context, content)
    const { db, user } = context
    const [author] = await db
      .select({ name: staffName(users) })
      .from(users)
      .where(eq(users.id, user.id))
    const live = await liveVersion(db, version.pageId)
    return { ...versionOf(version, author?.name ?? '', live?.number), everywhere }
  },

  async withdraw(context, based) {
    await announceContent(context, await withdrawPage(context, based))
    return readPage(context.db, based.id)
  },

  versions: ({ db }, wanted) => listVersions(db, wanted),
  version: ({ db }, wanted) => showVersion(db, wanted),
  restoreVersion,

  async preview({ db, content }, { body }) {
    const tree = await fillPictures(db, await readMarkdown(body))
    const resolved = resolveTree(tree, variablesOf(content.resolved()))
    return { tree: [...resolved], minutes: readingMinutes(resolved) }
  },
}
