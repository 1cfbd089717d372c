/** The maximum size of a document in bytes (50 MB). */
export const maxBytes = 52_428_800

/** Accepted extensions with their registered media types (iana.org/assignments/media-types). */
export const typeOfExtension: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  txt: 'text/plain',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  zip: 'application/zip',
}

export const acceptedExtensions = Object.keys(typeOfExtension)
  .map((extension) => `.${extension}`)
  .join(',')

/** The lower-case extension without the dot; empty if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase()
}

export const tooLarge = {
  title: 'File too large',
  about: (name: string) => `${name} is too large. Maximum size is 50MB.`,
}

export const wrongType = {
  title: 'Invalid file type',
  about: (name: string) => `${name} is not a supported file type.`,
}

export const emptyFile = (name: string) => `${name} is empty.`

/** Types that are safe to show in the browser, because they cannot act on the viewer's behalf. */
export function canPreview(mimeType: string): boolean {
  return mimeType === 'application/pdf' || isImage(mimeType)
}

export function isImage(mimeType: string): boolean {
  return /^image\/(png|jpeg|gif)$/.test(mimeType)
}

const units = ['B', 'KB', 'MB', 'GB'] as const

/** Formats `1536` as `1.5 KB`, in steps of 1,024 with at most two decimals. */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const rounded = Number((bytes / 1024 ** step).toFixed(2))
  const carries = rounded >= 1024 && step < units.length - 1
  return carries ? `1 ${units[step + 1]}` : `${rounded.toLocaleString('en-US')} ${units[step]}`
}
