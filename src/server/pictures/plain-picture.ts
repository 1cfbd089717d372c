/** Parts of a PNG or WebP that hold pixels or their size. */
const plainParts = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'pHYs',
  'IDAT',
  'IEND',
  'VP8X',
  'ALPH',
  'VP8 ',
  'VP8L',
])

/** Names and end positions of the parts; undefined for a damaged file. */
function partsOf(file: Buffer, type: 'png' | 'webp'): string[] | undefined {
  const names: string[] = []
  const isPng = type === 'png'
  if (!isPng && file.readUInt32LE(4) + 8 !== file.length) return undefined
  for (let at = isPng ? 8 : 12; at < file.length; ) {
    if (at + 8 > file.length) return undefined
    const size = isPng ? file.readUInt32BE(at) : file.readUInt32LE(at + 4)
    const nameAt = isPng ? at + 4 : at
    names.push(file.toString('latin1', nameAt, nameAt + 4))
    at += isPng ? 12 + size : 8 + size + (size % 2)
    if (at > file.length) return undefined
  }
  return names
}

/** Whether a picture only holds pixels: no metadata, no text, nothing after its end. */
export function isPlainPicture(bytes: Uint8Array, type: 'png' | 'webp'): boolean {
  const names = partsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), type)
  if (!names?.every((name) => plainParts.has(name))) return false
  return type === 'webp' || names.indexOf('IEND') === names.length - 1
}
