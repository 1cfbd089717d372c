import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { media } from '#server/database/schema.ts'
import { sendFile } from '#server/files/file-response.ts'
import { nothingHere } from '#server/http/errors.ts'
import { inertPolicy } from '#server/http/headers.ts'
import { makeLetterIcons } from '#server/pictures/make-pictures.ts'
import type { Letter, MadePicture } from '#server/pictures/picture.ts'
import { projectRoot } from '#server/project-root.ts'
import type { Dependencies } from '#server/service/context.ts'
import { letterOf } from '../appearance/look.server.ts'
import { icoOf } from './ico.ts'

const inert = { 'content-security-policy': inertPolicy }

/** Other sites may show the pictures, because webmail clients show the logo. */
const shared = { ...inert, 'cross-origin-resource-policy': 'cross-origin' }

/** Paths that browsers request on their own, and the picture variants that serve them. */
const iconFiles: Readonly<Record<string, string>> = {
  'favicon.ico': 'icon-48',
  'apple-touch-icon.png': 'icon-180',
  'icon-192.png': 'icon-192',
  'icon-512.png': 'icon-512',
  'icon-maskable-512.png': 'maskable',
}

/** Only the default icon exists as an SVG. */
const drawnIcon = 'favicon.svg'

const icoSide = 48

const variantOf = (name: string) => iconFiles[name] ?? 'icon-192'

const types: Record<string, string> = {
  ico: 'image/x-icon',
  png: 'image/png',
  svg: 'image/svg+xml',
}

/** Prefers the built file, because an installation may have no sources. */
async function readDefault(name: string): Promise<Buffer> {
  const built = readFile(new URL(`build/site/client/${name}`, projectRoot))
  return built.catch(() => readFile(new URL(`public/${name}`, projectRoot)))
}

const pictureOf = async ({ db, storage }: Dependencies, id: string | null, variant: string) => {
  const isIt = and(eq(media.derivedFrom, id ?? ''), eq(media.variant, variant))
  const [own] = id ? await db.select().from(media).where(isIt) : []
  if (!own) return undefined
  // A lost file must not leave the site without an icon.
  return storage.read(own.storageKey).then(buffer, () => undefined)
}

/** Icons of the letter requested last. */
let letters: { key: string; made: Promise<MadePicture[]> } | undefined

async function letterIcon(letter: Letter, variant: string): Promise<Uint8Array | undefined> {
  const key = JSON.stringify(letter)
  if (letters?.key !== key) letters = { key, made: makeLetterIcons(letter) }
  const { made } = letters
  try {
    return (await made).find((one) => one.variant === variant)?.bytes
  } catch {
    if (letters?.made === made) letters = undefined
    return undefined
  }
}

/**
 * The icon made from the firm's own icon, or else its logo, or else the first letter of its name.
 */
async function ownIcon(deps: Dependencies, name: string): Promise<Uint8Array | undefined> {
  const settings = deps.content.settings()
  const { iconId, logoId } = settings.document.appearance
  const variant = variantOf(name)
  const own = (await pictureOf(deps, iconId, variant)) ?? (await pictureOf(deps, logoId, variant))
  if (own) return own
  const letter = letterOf(settings.document)
  return letter && letterIcon(letter, variant)
}

async function serveIcon(
  deps: Dependencies,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const own = await ownIcon(deps, name)
  if (name === drawnIcon && own) throw nothingHere()
  const hasDefault = letterOf(deps.content.settings().document) === undefined
  if (!own && !hasDefault) throw nothingHere()
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? ''
  const headers = { ...inert, 'cache-control': 'no-cache' }
  const asFile = (bytes: Uint8Array) => (type === types.ico ? icoOf(icoSide, bytes) : bytes)
  const bytes = own ? asFile(own) : await readDefault(name)
  const etag = `"${hash('sha256', bytes, 'base64url')}"`
  const open = () => Readable.from([bytes])
  return sendFile(request, reply, {
    name,
    type,
    size: bytes.length,
    etag,
    inline: true,
    headers,
    open,
  })
}

/** Serves pictures by their content-based names, and the site's icons under their usual paths. */
export function serveMedia(app: FastifyInstance, deps: Dependencies): void {
  const options = { config: { access: 'asset' } } as const
  app.get<{ Params: { name: string } }>('/media/:name', options, async (request, reply) => {
    const { name } = request.params
    if (!/^[0-9a-f]{32}\.(png|webp)$/.test(name)) throw nothingHere()
    const [found] = await deps.db.select().from(media).where(eq(media.publicName, name))
    if (!found) throw nothingHere()
    return sendFile(request, reply, {
      name,
      type: found.mimeType,
      size: found.fileSize,
      etag: `"${name}"`,
      inline: true,
      headers: { ...shared, 'cache-control': 'public, max-age=31536000, immutable' },
      open: (range) => deps.storage.read(found.storageKey, range),
    })
  })
  for (const name of [...Object.keys(iconFiles), drawnIcon]) {
    app.get(`/${name}`, options, (request, reply) => serveIcon(deps, name, request, reply))
  }
}
