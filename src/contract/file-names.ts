import { cutText } from './cut-text.ts'

const maxNameBytes = 255
/** A longer ending is taken for a part of the name. */
const maxExtensionBytes = 20

// These are control characters, line separators and bidirectional characters.
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/**
 * Makes a file name safe to display and to save. Takes the last part of the path and removes
 * control and bidirectional characters, and also trailing dots and spaces, which some systems drop.
 *
 * @param sent the name as a browser or a mail sent it; in multipart form data, browsers encode
 * quotes and line breaks as `%22`, `%0D`, `%0A`.
 * @returns at most 255 bytes of UTF-8, with the extension; empty when nothing is left.
 */
export function cleanName(sent: string): string {
  const name = sent
    .replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toWellFormed()
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const clean = last.replace(unprintable, '').replace(/[. ]+$/, '')
  if (bytesOf(clean) <= maxNameBytes) return clean
  const dot = clean.lastIndexOf('.')
  const end = dot > 0 && bytesOf(clean.slice(dot)) <= maxExtensionBytes ? clean.slice(dot) : ''
  const stem = end ? clean.slice(0, dot) : clean
  return cutText(stem, maxNameBytes - bytesOf(end), 'bytes').trimEnd() + end
}
