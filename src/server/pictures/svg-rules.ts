/** Only the process for pictures imports this module, because anybody may have made the files. */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { RefusedPicture, unreadablePicture } from './picture.ts'

const maxElements = 10_000
const maxDepth = 50
const maxInstances = 1_000

function refuse(what: string): never {
  throw new RefusedPicture(`This SVG has ${what}. Remove it and try again.`)
}

const external = 'a reference to something outside of it'
const ownFont = 'a font of its own'
const fontType = /^data:(font\/|application\/([\w.-]*font|octet-stream))/i

/** The text as a style sheet would read it: without comments, and with escapes resolved. */
const withoutEscapes = (css: string) =>
  css
    .replace(/\/\*[\s\S]*?(\*\/|$)/g, '')
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, hex: string) => {
      const code = Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replaceAll('\\', '')

const ownReference = /^#[^\s]*$/
const embedded = /^data:image\/(png|jpeg|jpg);base64,[\s\da-z+/=]*$/i

function checkReference(address: string): void {
  if (ownReference.test(address) || embedded.test(address)) return
  if (fontType.test(address)) refuse(ownFont)
  refuse(/^data:/i.test(address) ? 'an embedded file that is no PNG or JPEG' : external)
}

function checkStyle(text: string): void {
  const css = withoutEscapes(text)
  if (/@font-face/i.test(css)) refuse(ownFont)
  if (/@import/i.test(css)) refuse(external)
  for (const [, inside = ''] of css.matchAll(/url\s*\(([^)]*)/gi)) {
    const address = inside.trim().replace(/^(['"])(.*)\1$/s, '$2')
    checkReference(address.trim())
  }
}

function checkAttribute({ local, prefix, value }: SaxesAttributeNS): void {
  const name = local.toLowerCase()
  if (name.startsWith('on')) refuse('an event attribute')
  if (prefix === 'xml' && name === 'base') refuse(external)
  if ((name === 'href' || name === 'src') && value.trim()) checkReference(value.trim())
  if (prefix !== 'xmlns') checkStyle(value)
}

/** For each id, the ids that `use` draws within that element. */
type Drawn = Map<string, string[]>

/**
 * Counts the instances that `use` makes of a reference, including nested ones. A cycle counts as
 * infinite.
 */
function instancesOf(id: string, drawn: Drawn, counted: Map<string, number>): number {
  const known = counted.get(id)
  if (known !== undefined) return known
  counted.set(id, Number.POSITIVE_INFINITY)
  const within = drawn.get(id) ?? []
  const count = within.reduce((sum, inner) => sum + instancesOf(inner, drawn, counted), 1)
  counted.set(id, count)
  return count
}

function openReader() {
  const drawn: Drawn = new Map()
  const everyUse: string[] = []
  const open: (string[] | undefined)[] = []
  let elements = 0
  return {
    begin({ local, attributes }: SaxesTagNS) {
      const name = local.toLowerCase()
      elements += 1
      if (elements === 1 && local !== 'svg') throw unreadablePicture()
      if (elements > maxElements) refuse(`more than ${maxElements.toLocaleString('en')} elements`)
      if (open.length >= maxDepth) refuse(`elements more than ${maxDepth} deep`)
      if (name === 'script') refuse('a script')
      if (name.startsWith('font-face')) refuse(ownFont)
      if (name === 'foreignobject') refuse('a foreignObject')
      if (name === 'include') refuse(external)
      const all = Object.values(attributes)
      for (const attribute of all) checkAttribute(attribute)
      const id = all.find((one) => one.local === 'id')?.value
      const within = id === undefined ? undefined : (drawn.get(id) ?? [])
      if (id !== undefined && within) drawn.set(id, within)
      if (name === 'use') {
        const target = all
          .find((one) => one.local === 'href')
          ?.value.trim()
          .slice(1)
        if (target) for (const list of [everyUse, ...open]) list?.push(target)
      }
      open.push(within)
    },
    end: () => void open.pop(),
    finish() {
      const counted = new Map<string, number>()
      const total = everyUse.reduce((sum, id) => sum + instancesOf(id, drawn, counted), 0)
      if (total > maxInstances) {
        refuse(`more than ${maxInstances.toLocaleString('en')} instances after use`)
      }
    },
  }
}

/**
 * Reads an SVG strictly and refuses anything that could run, load or grow without end.
 *
 * @throws RefusedPicture that names the reason.
 */
export function checkSvg(bytes: Uint8Array): void {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RefusedPicture('This SVG is not encoded as UTF-8.')
  }
  const parser = new SaxesParser({ xmlns: true })
  const reader = openReader()
  let style = ''
  parser.on('error', () => {
    throw new RefusedPicture(`This SVG is not well-formed XML near line ${parser.line}.`)
  })
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^utf-?8$/i.test(encoding)) throw new RefusedPicture('This SVG is not encoded as UTF-8.')
  })
  parser.on('doctype', (type) => {
    if (type.includes('<!ENTITY')) refuse('an entity declaration')
    if (type.includes('[')) refuse('declarations of its own')
  })
  parser.on('processinginstruction', ({ target }) => {
    if (/stylesheet/i.test(target)) refuse(external)
  })
  parser.on('opentag', (tag) => {
    style = ''
    reader.begin(tag)
  })
  parser.on('text', (more) => {
    style += more
  })
  parser.on('cdata', (more) => {
    style += more
  })
  parser.on('closetag', ({ local }) => {
    if (local.toLowerCase() === 'style') checkStyle(style)
    reader.end()
  })
  parser.write(text).close()
  reader.finish()
}
