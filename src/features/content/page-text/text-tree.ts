import { toAsciiHost } from '#contract/ascii-host.ts'
import { variable } from '#contract/settings/text-fields.ts'

/** A picture of this site: address, alternative text, width and height in pixels, and `srcset`. */
type Picture = readonly ['img', string, string, number, number, string]

export type Span =
  | string
  | Picture
  | readonly ['b' | 'i', readonly Span[]]
  | readonly ['code', string]
  | readonly ['a', string, readonly Span[]]
  | readonly ['br']

type Align = 'left' | 'center' | 'right' | null

/** `text` is a paragraph of a list without blank lines. The first row of a table is its header. */
export type Block =
  | readonly ['p' | 'text', readonly Span[]]
  | readonly ['h', number, string, readonly Span[]]
  | readonly ['ul', readonly (readonly Block[])[]]
  | readonly ['ol', number, readonly (readonly Block[])[]]
  | readonly ['quote', readonly Block[]]
  | readonly ['pre', string]
  | readonly ['hr']
  | readonly ['table', readonly Align[], readonly (readonly (readonly Span[])[])[]]

/** Parsed Markdown. Texts and addresses may contain variables until they are resolved. */
export type TextTree = readonly Block[]

export const textLimits = { characters: 60_000, nodes: 5_000, depth: 20 }

type Turn = {
  text?(text: string): string
  link?(address: string, words: readonly Span[]): Span[]
  picture?(picture: Picture): Span[]
}

function turnSpan(span: Span, turn: Turn): Span[] {
  const text = turn.text ?? ((same) => same)
  if (typeof span === 'string') return [text(span)]
  switch (span[0]) {
    case 'b':
    case 'i':
      return [[span[0], turnSpans(span[1], turn)]]
    case 'code':
      return [['code', text(span[1])]]
    case 'a': {
      const words = turnSpans(span[2], turn)
      return turn.link?.(span[1], words) ?? [['a', span[1], words]]
    }
    case 'img':
      return turn.picture?.(span) ?? [span]
    default:
      return [span]
  }
}

const turnSpans = (spans: readonly Span[], turn: Turn) =>
  spans.flatMap((span) => turnSpan(span, turn))

function turnBlock(block: Block, turn: Turn): Block {
  switch (block[0]) {
    case 'p':
    case 'text':
      return [block[0], turnSpans(block[1], turn)]
    case 'h':
      return ['h', block[1], block[2], turnSpans(block[3], turn)]
    case 'ul':
      return ['ul', block[1].map((item) => mapTree(item, turn))]
    case 'ol':
      return ['ol', block[1], block[2].map((item) => mapTree(item, turn))]
    case 'quote':
      return ['quote', mapTree(block[1], turn)]
    case 'pre':
      return ['pre', turn.text?.(block[1]) ?? block[1]]
    case 'table':
      return ['table', block[1], block[2].map((row) => row.map((cell) => turnSpans(cell, turn)))]
    default:
      return block
  }
}

/** Returns a copy with texts, links and pictures replaced. */
export const mapTree = (tree: TextTree, turn: Turn): Block[] =>
  tree.map((block) => turnBlock(block, turn))

/** Replaces variables. If the value is empty, a comma before the variable is removed, too. */
export function resolveText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    new RegExp(`(, )?${variable.source}`, 'g'),
    (whole, comma: string | undefined, name: string) => {
      const value = values[name]
      if (value === undefined) return whole
      return value && (comma ?? '') + value
    },
  )
}

// These are control characters, spaces and characters that browsers read as a slash.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression must match them.
const hidden = /[\u0000-\u0020\u007F-\u00A0\u2028\u2029\\]/

/** Whether a link of a text may have this address. */
function isLinkAddress(address: string): boolean {
  if (hidden.test(address)) return false
  if (/^(\/(?!\/)|#)/.test(address)) return true
  if (/^https?:\/\//i.test(address)) return URL.canParse(address)
  return /^(mailto|tel):[^:]/i.test(address)
}

/**
 * Replaces all variables; values are not searched for variables again. A link to a disallowed
 * address becomes plain text.
 */
export function resolveTree(tree: TextTree, values: Readonly<Record<string, string>>): TextTree {
  return mapTree(tree, {
    text: (text) => resolveText(text, values),
    link(address, words) {
      const resolved = toAsciiHost(resolveText(address, values))
      return isLinkAddress(resolved) ? [['a', resolved, words]] : [...words]
    },
  })
}

/**
 * Replaces each picture by what `find` returns for its address, or else by its alternative text.
 */
export function withPictures(
  tree: TextTree,
  find: (address: string) => { width: number; height: number; sources: string } | undefined,
): TextTree {
  return mapTree(tree, {
    picture([, address, words]) {
      const found = find(address)
      return found ? [['img', address, words, found.width, found.height, found.sources]] : [words]
    },
  })
}

export function picturesIn(tree: TextTree): string[] {
  const found = new Set<string>()
  mapTree(tree, {
    picture(picture) {
      found.add(picture[1])
      return [picture]
    },
  })
  return [...found]
}

/** The words, without formatting and addresses. */
export function plainText(tree: TextTree): string {
  const words: string[] = []
  mapTree(tree, {
    text(text) {
      words.push(text)
      return text
    },
  })
  return words.join(' ').replace(/\s+/g, ' ').trim()
}

const wordsAMinute = 220

/** In minutes, at least one. */
export const readingMinutes = (tree: TextTree) =>
  Math.max(1, Math.round(plainText(tree).split(' ').length / wordsAMinute))
