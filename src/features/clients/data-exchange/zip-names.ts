import { cutText } from '#contract/cut-text.ts'
import { foldCase } from '#contract/fold-case.ts'

const maxBytes = 255
const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Characters that Windows refuses in names, and characters that change the direction of text. */
const refused = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Names of devices, which Windows reserves even before an extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?= *(?:\.|$))/i

/** Makes a name valid on all systems. `mark` is inserted before its extension. */
export function portable(name: string, mark = ''): string {
  const plain = name
    .toWellFormed()
    .replace(refused, '-')
    .replace(/[. ]+$/, '')
    .replace(device, '$&_')
  const dot = plain.lastIndexOf('.')
  const end = dot > 0 && bytesOf(plain.slice(dot)) <= 20 ? plain.slice(dot) : ''
  const stem = end ? plain.slice(0, dot) : plain
  const cut = cutText(stem, maxBytes - bytesOf(mark + end), 'bytes')
  return `${(cut === stem ? stem : cut.replace(/[. ]+$/, '')) || '_'}${mark}${end}`
}

/**
 * Returns a unique path for an archive that can be unpacked on every system without leaving the
 * target folder.
 *
 * @param taken the paths so far.
 * @param top the folder for all files of one kind.
 */
export function pathIn(taken: Set<string>, top: string, folder: string, name: string): string {
  const above = `${top}/${portable(folder || 'project')}`
  let path = `${above}/${portable(name)}`
  for (let count = 2; taken.has(foldCase(path)); count++) {
    path = `${above}/${portable(name, ` (${count})`)}`
  }
  taken.add(foldCase(path))
  return path
}
