import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { mailFiles, mailIntake } from '#server/database/schema.ts'
import type { FileResponse } from '#server/files/file-response.ts'
import { readHtml, UnreadableMail } from '#server/mime/parse-mail.ts'
import type { Context } from '#server/service/context.ts'

const unknown = () => new Failure('not_found', 'Email not found')

/** Forbids scripts, forms, loading and framing by other sites. */
const htmlHeaders = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'SAMEORIGIN',
}

async function findRaw({ db }: Context, messageId: string) {
  const [file] = await db
    .select({ storageKey: mailFiles.storageKey, fileSize: mailFiles.fileSize })
    .from(mailFiles)
    .where(and(eq(mailFiles.messageId, messageId), eq(mailFiles.role, 'raw')))
  if (!file) throw unknown()
  return file
}

/** Originals are only downloaded, never displayed by the browser. */
function original(
  { storage }: Context,
  name: string,
  file: { storageKey: string; fileSize: number },
): FileResponse {
  return {
    name,
    type: 'application/octet-stream',
    size: file.fileSize,
    open: (range) => storage.read(file.storageKey, range),
  }
}

export async function rawOf(context: Context, id: string): Promise<FileResponse> {
  return original(context, `mail-${id}.eml`, await findRaw(context, id))
}

export async function unreadableRawOf(context: Context, id: string): Promise<FileResponse> {
  const [row] = await context.db
    .select({ storageKey: mailIntake.storageKey, fileSize: mailIntake.fileSize })
    .from(mailIntake)
    .where(and(eq(mailIntake.id, id), eq(mailIntake.state, 'unreadable')))
  if (!row?.storageKey) throw unknown()
  const { storageKey, fileSize } = row
  return original(context, `mail-${id}.eml`, { storageKey, fileSize })
}

export async function htmlOf(context: Context, id: string): Promise<FileResponse> {
  const { storageKey } = await findRaw(context, id)
  const bytes = await buffer(await context.storage.read(storageKey))
  const html = await readHtml(bytes).catch((error: unknown) => {
    if (error instanceof UnreadableMail) return ''
    throw error
  })
  if (!html) throw new Failure('not_found', 'This email has no HTML')
  return {
    name: `mail-${id}.html`,
    type: 'text/html; charset=utf-8',
    inline: true,
    headers: htmlHeaders,
    open: () => Readable.from([Buffer.from(html)]),
  }
}
