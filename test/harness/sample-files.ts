import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** The smallest PDF that viewers open: one empty page. */
export const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n' +
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n' +
    'trailer<</Root 1 0 R>>\n%%EOF\n',
)

/** These images have a single pixel each. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
export const jpeg = Buffer.from('/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////2Q==', 'base64')

/** The header of a compound file, as old Office versions write it. */
export const compound = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(1528, 0xff),
])

export async function zipOf(names: string[], content = 'x'): Promise<Buffer> {
  const zip = new ZipFile()
  for (const name of names) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return await buffer(zip.outputStream)
}

export const officeFile = (folder: string) =>
  zipOf(['[Content_Types].xml', '_rels/.rels', `${folder}main.xml`])

/** An SVG with this content, by default 100 by 100. */
export const svgOf = (inside: string, size = 'width="100" height="100"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`,
  )

export const circle = '<circle cx="50" cy="50" r="40" fill="#0b5cad"/>'

export type Sent = { payload: Buffer; headers: Record<string, string> }

/** A multipart body with one file, as browsers send it. */
export function multipart(
  name: string,
  bytes: Buffer,
  { field = 'document', extra = '' }: { field?: string; extra?: string } = {},
): Sent {
  const boundary = '----FormBoundaryOfTests'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name.replaceAll('"', '%22')}"\r\nContent-Type: application/octet-stream\r\n${extra}\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
