import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { legalSlugs } from '#contract/settings/site-paths.ts'
import { lockSiteContent, raiseContentVersion } from '#server/content/content-version.ts'
import { insertRow } from '#server/database/insert.ts'
import type { Transaction } from '#server/database/open.ts'
import { auditEntries, pages, pageVersions, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { record } from '#server/service/audit.ts'
import type { SignedIn, SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import { cannotBecomeDemo } from '../editing/content-changes.server.ts'
import { readMarkdown } from '../page-text/read-markdown.server.ts'
import type { PageKind } from './contract.ts'
import {
  assertSlugIsFree,
  missing,
  type PageRow,
  readPage,
  writeRedirects,
} from './page-store.server.ts'
import { slugOf } from './slug.ts'

/** Maximum number of legal texts, which leaves room for some beyond those that every site has. */
const maxLegal = legalSlugs.length + 10

const isFixed = (slug: string) => (legalSlugs as readonly string[]).includes(slug)

/** The first of `slug`, `slug-2` and so on that no page has or had. */
async function freeSlug(tx: Transaction, kind: PageKind, title: string): Promise<string> {
  const wanted = slugOf(title)
  for (let at = 1; ; at += 1) {
    const slug = at === 1 ? wanted : `${wanted.slice(0, 75)}-${at}`
    const taken = await assertSlugIsFree(tx, { id: noPage, kind, slug }).catch(() => true)
    if (!taken) return slug
  }
}

const noPage = '00000000-0000-0000-0000-000000000000'

type NewPage = {
  kind: PageKind
  title: string
  slug?: string | undefined
  summary: string
  body: string
}

export async function createPage(context: SignedInContext, given: NewPage) {
  const { db, user } = context
  const { kind, title, summary, body } = given
  await readMarkdown(body)
  const { id } = await db.transaction((tx) =>
    withIdempotency(tx, context, 'page.created', async () => {
      await tx.execute(lockSiteContent)
      if (kind === 'legal' && (await tx.$count(pages, eq(pages.kind, kind))) >= maxLegal) {
        throw new Failure('conflict', `There are ${maxLegal} legal texts at most.`)
      }
      const slug = given.slug ?? (await freeSlug(tx, kind, title))
      await assertSlugIsFree(tx, { id: noPage, kind, slug })
      const position = sql`(select coalesce(max(position), 0) + 1 from ${pages} where kind = ${kind})`
      const made = await insertRow(tx, pages, {
        kind,
        slug,
        title,
        summary,
        body,
        position,
        authorId: user.id,
      })
      await record(tx, user, { action: 'page.created', subject: 'page', subjectId: made })
      return made
    }),
  )
  return readPage(db, id)
}

/** The last action on the page. Consecutive saves by one person count as one. */
async function lastAct(tx: Transaction, id: string) {
  const [act] = await tx
    .select({
      action: auditEntries.action,
      actorId: auditEntries.actorId,
      name: staffName(users),
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(and(eq(auditEntries.subject, 'page'), eq(auditEntries.subjectId, id)))
    .orderBy(desc(auditEntries.at))
    .limit(1)
  return act
}

async function recordSave(tx: Transaction, user: SignedIn, id: string): Promise<void> {
  const last = await lastAct(tx, id)
  if (last?.actorId === user.id && /^page\.(updated|created)$/.test(last.action)) return
  await record(tx, user, { action: 'page.updated', subject: 'page', subjectId: id })
}

/**
 * Reads the row and locks it.
 *
 * @param current whether the endpoint returns a page.
 * @throws Failure `conflict` with the page as it is now, unless the revision is current.
 */
export async function requireRevision(
  tx: Transaction,
  { content }: SignedInContext,
  { id, revision }: { id: string; revision: number },
  current = true,
): Promise<PageRow> {
  await tx.execute(lockSiteContent)
  const [page] = await tx.select().from(pages).where(eq(pages.id, id)).for('no key update')
  if (!page || page.deletedAt) throw missing()
  if (page.revision === revision) return page
  const { timeZone, zoneLabel } = content.resolved().hours
  const time = page.updatedAt.toLocaleTimeString('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
  })
  const name = (await lastAct(tx, id))?.name ?? 'Somebody'
  throw new Failure('conflict', `${name} changed this page at ${time} ${zoneLabel}.`, {
    ...(current && { current: await readPage(tx, id) }),
  })
}

type Changes = {
  title?: string | undefined
  slug?: string | undefined
  summary?: string | undefined
  body?: string | undefined
  demo?: boolean | undefined
}

export async function savePage(
  context: SignedInContext,
  { id, revision, ...given }: { id: string; revision: number } & Changes,
) {
  const { db, user } = context
  if (given.body !== undefined) await readMarkdown(given.body)
  let isMadeReal = false
  let version = 0
  await db.transaction(async (tx) => {
    const page = await requireRevision(tx, context, { id, revision })
    if (given.demo && !page.demo) throw cannotBecomeDemo()
    const slug = given.slug ?? page.slug
    if (slug !== page.slug) {
      if (page.kind === 'legal' && (isFixed(page.slug) || (await isPublic(tx, id)))) {
        const message = 'The address of a legal text stays as it is'
        throw fieldFailure('slug', message)
      }
      await assertSlugIsFree(tx, { ...page, slug })
    }
    await tx
      .update(pages)
      .set({ ...given, revision: revision + 1, updatedAt: new Date() })
      .where(eq(pages.id, id))
    // Reserves the address that is still public before somebody else takes it.
    if (slug !== page.slug) await writeRedirects(tx, [id])
    isMadeReal = page.demo && given.demo === false
    await recordSave(tx, user, id)
    if (isMadeReal) version = await raiseContentVersion(tx)
  })
  return { page: await readPage(db, id), version }
}

const isPublic = async (tx: Transaction, id: string) =>
  (await tx.$count(pageVersions, eq(pageVersions.pageId, id))) > 0

export async function restorePage({ db, user }: SignedInContext, id: string) {
  const version = await db.transaction(async (tx) => {
    await tx.execute(lockSiteContent)
    const [page] = await tx.select().from(pages).where(eq(pages.id, id)).for('no key update')
    if (!page) throw missing()
    if (!page.deletedAt) return 0
    await assertSlugIsFree(tx, page)
    await tx
      .update(pages)
      .set({ deletedAt: null, revision: page.revision + 1, updatedAt: new Date() })
      .where(eq(pages.id, id))
    await record(tx, user, { action: 'page.restored', subject: 'page', subjectId: id })
    return raiseContentVersion(tx)
  })
  return { page: await readPage(db, id), version }
}

/** Restores the text of a version to the draft. */
export async function restoreVersion(
  context: SignedInContext,
  { id, revision, number }: { id: string; revision: number; number: number },
) {
  const { db, user } = context
  await db.transaction(async (tx) => {
    const page = await requireRevision(tx, context, { id, revision })
    const [version] = await tx
      .select()
      .from(pageVersions)
      .where(and(eq(pageVersions.pageId, id), eq(pageVersions.number, number)))
    if (!version) throw new Failure('not_found', 'There’s no such version.')
    const { title, summary, body } = version
    await tx
      .update(pages)
      .set({ title, summary, body, revision: page.revision + 1, updatedAt: new Date() })
      .where(and(eq(pages.id, id), isNull(pages.deletedAt)))
    await recordSave(tx, user, id)
  })
  return readPage(db, id)
}
