import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '#contract/failure.ts'
import { lockNamed } from '#server/database/named-lock.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { pages, siteVersions, previews as table, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { job } from '#server/jobs/jobs.ts'
import { record } from '#server/service/audit.ts'
import type { Service } from '#server/service/context.ts'
import { pathOf } from '../pages/page-store.server.ts'
import type { previews } from './contract.ts'

const maxOpen = 20
const goodForDays = 7

const isExpired = lte(table.expiresAt, sql`now()`)

const removeExpired = (db: Database | Transaction) => db.delete(table).where(isExpired)

async function pathOfPage(tx: Transaction, id: string): Promise<string> {
  const [page] = await tx
    .select()
    .from(pages)
    .where(and(eq(pages.id, id), isNull(pages.deletedAt)))
  if (!page) throw new Failure('not_found', 'There’s no such page.')
  return pathOf(page)
}

/** Whoever looks at one version after the other leaves no links behind. @throws Failure `not_found` */
async function replaceLook(tx: Transaction, userId: string, version: number): Promise<void> {
  const [found] = await tx
    .select({ number: siteVersions.number })
    .from(siteVersions)
    .where(eq(siteVersions.number, version))
  if (!found) throw new Failure('not_found', 'There’s no such version.')
  await tx.delete(table).where(and(eq(table.createdBy, userId), isNotNull(table.version)))
}

export const previewsService: Service<typeof previews> = {
  async list({ db }) {
    const rows = await db
      .select({ preview: table, title: pages.title, name: staffName(users) })
      .from(table)
      .leftJoin(pages, eq(pages.id, table.pageId))
      .leftJoin(users, eq(users.id, table.createdBy))
      .where(gt(table.expiresAt, sql`now()`))
      .orderBy(desc(table.createdAt), desc(table.id))
    const items = rows.map(({ preview, title, name }) => {
      const { id, pageId, version, createdBy, createdAt, expiresAt } = preview
      return {
        id,
        version,
        createdAt,
        expiresAt,
        page: pageId ? { id: pageId, title: title ?? '' } : null,
        createdBy: createdBy ? { id: createdBy, name: name ?? '' } : null,
      }
    })
    return { items, next: null }
  },

  create: ({ db, user, config }, { pageId, version }) =>
    db.transaction(async (tx) => {
      await tx.execute(lockNamed('previews'))
      await removeExpired(tx)
      if (version !== undefined) await replaceLook(tx, user.id, version)
      if ((await tx.$count(table)) >= maxOpen) {
        throw new Failure('conflict', `There are ${maxOpen} open links. Revoke one first.`)
      }
      const path = pageId ? await pathOfPage(tx, pageId) : ''
      const token = randomBytes(32).toString('base64url')
      const [made] = await tx
        .insert(table)
        .values({
          tokenHash: createHash('sha256').update(token).digest(),
          pageId,
          version,
          createdBy: user.id,
          expiresAt: sql`now() + make_interval(days => ${goodForDays})`,
        })
        .returning()
      if (!made) throw new Error('The insert of a preview returned no row.')
      const { id, expiresAt } = made
      await record(tx, user, {
        action: 'preview.created',
        subject: 'preview',
        subjectId: id,
        ...((pageId || version) && { details: { pageId, version } }),
      })
      return { id, url: `${config.publicUrl}/preview/${token}${path}`, expiresAt }
    }),

  remove: ({ db, user }, { id }) =>
    db.transaction(async (tx) => {
      const [gone] = await tx.delete(table).where(eq(table.id, id)).returning()
      if (!gone) throw new Failure('not_found', 'There’s no such link anymore.')
      await record(tx, user, { action: 'preview.revoked', subject: 'preview', subjectId: id })
      return { success: true }
    }),
}

export const sweepPreviews = job({
  name: 'previews.sweep',
  payload: z.object({}),
  everySeconds: 3600,
  async run({ db }) {
    await removeExpired(db)
  },
})
