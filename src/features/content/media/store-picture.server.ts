import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { lockNamed } from '#server/database/named-lock.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { media } from '#server/database/schema.ts'
import type { Storage } from '#server/files/storage.ts'
import { withRow } from '#server/http/receive-file.ts'
import type { MadePicture } from '#server/pictures/picture.ts'
import { record } from '#server/service/audit.ts'
import type { Dependencies, SignedInContext } from '#server/service/context.ts'

export type Picture = Pick<
  typeof media.$inferSelect,
  | 'id'
  | 'variant'
  | 'publicName'
  | 'originalName'
  | 'mimeType'
  | 'width'
  | 'height'
  | 'storageKey'
  | 'fileSize'
>

export type StoredPicture = Omit<MadePicture, 'bytes'> & {
  fileSize: number
  sha256: Buffer
  storageKey: string
}

const hashOf = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

const nameOf = (hash: Buffer, mimeType: string) =>
  `${hash.toString('hex').slice(0, 32)}.${mimeType.slice('image/'.length)}`

export const urlOf = ({ publicName }: Pick<Picture, 'publicName'>) => `/media/${publicName}`

/** Returns the master first, or nothing if there is no such picture. */
export function picturesOf(db: Database | Transaction, id: string): Promise<Picture[]> {
  return db
    .select()
    .from(media)
    .where(or(eq(media.id, id), eq(media.derivedFrom, id)))
    .orderBy(sql`${media.derivedFrom} nulls first`, asc(media.width), asc(media.variant))
}

export async function storePicture(
  storage: Storage,
  { bytes, ...picture }: MadePicture,
): Promise<StoredPicture> {
  const received = await storage.receive(bytes.length)
  try {
    await pipeline([bytes], received.sink)
    const sha256 = received.sha256()
    await received.commit(sha256)
    return { ...picture, fileSize: bytes.length, sha256, storageKey: received.key }
  } finally {
    await received.discard()
  }
}

/** Serializes the writers of pictures, so that no name is assigned twice. */
const lockPictures = lockNamed('media')

type Purpose = (typeof media.$inferSelect)['purpose']

async function sameMaster(db: Database | Transaction, purpose: Purpose, sha256: Buffer) {
  const [same] = await db
    .update(media)
    // Restarts the period after which an unused picture is removed.
    .set({ createdAt: sql`now()` })
    .where(and(eq(media.purpose, purpose), eq(media.variant, ''), eq(media.sha256, sha256)))
    .returning({ id: media.id })
  return same?.id
}

type NewPicture = {
  id: string
  purpose: Purpose
  originalName: string
  createdBy: string | null
}

/** Maximum per statement. */
const rowsAtOnce = 500

async function takenNames(tx: Transaction, names: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>()
  for (let at = 0; at < names.length; at += rowsAtOnce) {
    const found = await tx
      .select({ name: media.publicName })
      .from(media)
      .where(inArray(media.publicName, names.slice(at, at + rowsAtOnce)))
    for (const { name } of found) taken.add(name)
  }
  return taken
}

/**
 * Adds rows for stored pictures. If the usual name of a variant is taken, because another picture
 * has the same pixels, the variant gets a name of its own.
 */
export async function addPictureRows(
  tx: Transaction,
  pictures: readonly (NewPicture & { stored: readonly StoredPicture[] })[],
): Promise<void> {
  if (pictures.length === 0) return
  await tx.execute(lockPictures)
  const usualOf = ({ sha256, mimeType }: StoredPicture) => nameOf(sha256, mimeType)
  const taken = await takenNames(
    tx,
    pictures.flatMap(({ stored }) => stored.map(usualOf)),
  )
  const rows = pictures.flatMap(({ id, stored, ...common }) =>
    stored.map((picture, index) => {
      const usual = usualOf(picture)
      const isTaken = taken.has(usual)
      taken.add(usual)
      const { variant, sha256, mimeType } = picture
      return {
        ...picture,
        ...common,
        ...(index === 0 ? { id } : { derivedFrom: id }),
        publicName: isTaken ? nameOf(hashOf(id, variant, sha256), mimeType) : usual,
      }
    }),
  )
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await tx.insert(media).values(rows.slice(at, at + rowsAtOnce))
  }
}

/**
 * Stores pictures and then their rows. A file without a row is removed later by `removeStrays`.
 *
 * @param made with the master first.
 * @param alsoWrite runs in the same transaction, unless the picture existed already.
 * @returns the id, which is an existing one if the same picture was stored before.
 */
async function storeAll(
  { db, storage }: Pick<Dependencies, 'db' | 'storage'>,
  about: Omit<NewPicture, 'id'>,
  made: readonly MadePicture[],
  alsoWrite: (tx: Transaction, id: string) => Promise<void> = async () => {},
): Promise<string> {
  const [master] = made
  const before = master && (await sameMaster(db, about.purpose, hashOf(master.bytes)))
  if (before) return before
  const stored: StoredPicture[] = []
  const keys: string[] = []
  return withRow(storage, keys, async () => {
    for (const picture of made) {
      const one = await storePicture(storage, picture)
      stored.push(one)
      keys.push(one.storageKey)
    }
    return db.transaction(async (tx) => {
      const id = crypto.randomUUID()
      await addPictureRows(tx, [{ id, ...about, stored }])
      await alsoWrite(tx, id)
      return id
    })
  })
}

/**
 * Stores what was made of an upload.
 *
 * @returns the id, which is an existing one for a known picture.
 */
export const storePictures = (
  context: SignedInContext,
  purpose: Purpose,
  originalName: string,
  made: readonly MadePicture[],
): Promise<string> =>
  storeAll(context, { purpose, originalName, createdBy: context.user.id }, made, (tx, subjectId) =>
    record(tx, context.user, {
      action: 'media.uploaded',
      subject: 'media',
      subjectId,
      details: { purpose },
    }),
  )

/** Stores a social image. @returns the id, which is an existing one if that looks the same. */
export const storeSocialImage = (
  deps: Pick<Dependencies, 'db' | 'storage'>,
  made: MadePicture,
): Promise<string> =>
  storeAll(deps, { purpose: 'social', originalName: '', createdBy: null }, [made])
