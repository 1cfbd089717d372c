import GithubSlugger from 'github-slugger'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { type Block, mapTree, type Span, type TextTree, textLimits } from './text-tree.ts'

type Root = ReturnType<typeof fromMarkdown>
type Node = Root['children'][number]
type Definition = { url: string }

/** Thrown for a text with more nodes or levels than `textLimits` allows. */
export class TextTooComplex extends Error {}

/** Address of a picture uploaded through `POST /api/admin/media`. Other pictures are not shown. */
const ownPicture = /^\/media\/[\da-f]{32}\.(webp|png|jpg)$/

class Reader {
  readonly #slugs = new GithubSlugger()
  readonly #definitions = new Map<string, Definition>()
  readonly ids = new Set<string>()
  #firstLevel = 6
  #level = 1
  #nodes = 0

  read({ children }: Root): Block[] {
    for (const node of children) this.#collect(node)
    return this.#blocks(children, 1)
  }

  /** Definitions may follow their use, and may be inside quotes and lists. */
  #collect(node: Node, depth = 1): void {
    this.#count(depth)
    if (node.type === 'definition' && !this.#definitions.has(node.identifier)) {
      this.#definitions.set(node.identifier, node)
    }
    if (node.type === 'heading') this.#firstLevel = Math.min(this.#firstLevel, node.depth)
    if ('children' in node) for (const child of node.children) this.#collect(child, depth + 1)
  }

  #count(depth: number): void {
    this.#nodes += 1
    if (this.#nodes > textLimits.nodes || depth > textLimits.depth) throw new TextTooComplex()
  }

  #blocks(nodes: readonly Node[], depth: number, isTight = false): Block[] {
    return nodes.flatMap((node) => this.#block(node, depth, isTight))
  }

  #block(node: Node, depth: number, isTight: boolean): Block[] {
    switch (node.type) {
      case 'paragraph':
        return [[isTight ? 'text' : 'p', this.#spans(node.children)]]
      case 'heading':
        return [this.#heading(node.depth, this.#spans(node.children))]
      case 'list': {
        const isTightList = !node.spread && node.children.every(({ spread }) => !spread)
        const items = node.children.map(({ children }) =>
          this.#blocks(children, depth + 2, isTightList),
        )
        return [node.ordered ? ['ol', node.start ?? 1, items] : ['ul', items]]
      }
      case 'blockquote':
        return [['quote', this.#blocks(node.children, depth + 1)]]
      case 'code':
        return [['pre', node.value]]
      case 'html':
        return [['p', [node.value]]]
      case 'thematicBreak':
        return [['hr']]
      case 'table': {
        const rows = node.children.map((row) => row.children.map((c) => this.#spans(c.children)))
        return [['table', (node.align ?? []).map((align) => align ?? null), rows]]
      }
      default:
        return []
    }
  }

  /** Headings start at level 2 and never skip a level. */
  #heading(depth: number, spans: Span[]): Block {
    this.#level = Math.min(depth - this.#firstLevel + 2, this.#level + 1, 6)
    const id = `text-${this.#slugs.slug(wordsOf(spans))}`
    this.ids.add(id)
    return ['h', this.#level, id, spans]
  }

  #spans(nodes: readonly Node[]): Span[] {
    return nodes.flatMap((node) => this.#span(node))
  }

  #span(node: Node): Span[] {
    switch (node.type) {
      case 'text':
      case 'html':
        return [node.value]
      case 'strong':
        return [['b', this.#spans(node.children)]]
      case 'emphasis':
        return [['i', this.#spans(node.children)]]
      case 'inlineCode':
        return [['code', node.value]]
      case 'break':
        return [['br']]
      case 'link':
        return [['a', node.url, this.#spans(node.children)]]
      case 'linkReference': {
        const { url } = this.#definitions.get(node.identifier) ?? { url: '' }
        return [['a', url, this.#spans(node.children)]]
      }
      case 'image':
        return picture(node.url, node.alt ?? '')
      case 'imageReference':
        return picture(this.#definitions.get(node.identifier)?.url ?? '', node.alt ?? '')
      default:
        return []
    }
  }
}

const picture = (url: string, words: string): Span[] =>
  ownPicture.test(url) ? [['img', url, words, 0, 0, '']] : [words]

function wordsOf(spans: readonly Span[]): string {
  return spans
    .map((span) => {
      if (typeof span === 'string') return span
      if (span[0] === 'code') return span[1]
      if (span[0] === 'a') return wordsOf(span[2])
      return span[0] === 'b' || span[0] === 'i' ? wordsOf(span[1]) : ''
    })
    .join('')
}

/**
 * Parses CommonMark with tables. Raw HTML becomes text. Links and variables are not checked yet.
 *
 * @throws TextTooComplex
 */
export function parseMarkdown(text: string): TextTree {
  const root = fromMarkdown(text, {
    extensions: [gfmTable(), { disable: { null: ['htmlFlow', 'htmlText'] } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  })
  const reader = new Reader()
  const tree = reader.read(root)
  // `#words` links to the heading with these words.
  return mapTree(tree, {
    link(address, words) {
      const id = `text-${address.slice(1)}`
      return [['a', address.startsWith('#') && reader.ids.has(id) ? `#${id}` : address, words]]
    },
  })
}
