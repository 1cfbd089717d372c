import { Tokenizer, TokenizerError, TokenType } from '@streamparser/json'
import { cutText } from '#contract/cut-text.ts'

/** Thrown for a text that is not JSON, or that no export looks like. The message is shown. */
export class RefusedJson extends Error {
  readonly path: string

  constructor(message: string, path = 'file') {
    super(message)
    this.path = path
  }
}

const maxDepth = 20

/** Maximum number of values within one item of a list. */
const maxValues = 100_000

const notJson = () => new RefusedJson('The file isn’t valid JSON')

type Group = {
  value: unknown[] | Record<string, unknown>
  key: string | undefined
  names: Set<string>
}

/** The tokens that may follow: a value or `]`, a name or `}`, `:`, or `,` and the group's end. */
type Expected = 'value' | 'firstValue' | 'name' | 'firstName' | 'colon' | 'comma' | 'nothing'

/**
 * Reads JSON in pieces. Each member of the root is passed to `found` with its name. Members that
 * are lists are passed item by item, with the index.
 *
 * @throws RefusedJson
 */
export function readJson(found: (name: string, value: unknown, index?: number) => void) {
  const tokenizer = new Tokenizer({ stringBufferSize: 64 * 1024 })
  const groups: Group[] = []
  let expected: Expected = 'value'
  let values = 0

  const pathOf = () =>
    groups
      .map(({ value, key }, at) => {
        if (!Array.isArray(value)) return key ?? ''
        return String(at === 1 ? index : value.length)
      })
      .filter(Boolean)
      .slice(0, 6)
      .join('.')

  /**
   * Whether the items of the list are passed on one by one, so that the list itself stays empty.
   */
  const isStreamed = () => groups.length === 2 && Array.isArray(groups[1]?.value)
  let index = 0

  function put(value: unknown): void {
    const group = groups.at(-1)
    expected = group ? 'comma' : 'nothing'
    if (!group) return
    const root = groups[0]?.key ?? ''
    if (isStreamed()) {
      found(root, value, index)
      index += 1
      values = 0
    } else if (groups.length === 1) {
      const wasStreamed = Array.isArray(value)
      found(root, wasStreamed ? [] : value)
      values = 0
    } else if (Array.isArray(group.value)) group.value.push(value)
    else group.value[group.key ?? ''] = value
  }

  function open(value: Group['value']): void {
    if (groups.length === 0 && Array.isArray(value)) {
      throw new RefusedJson('The file isn’t an export of this site', 'format')
    }
    groups.push({ value, key: undefined, names: new Set() })
    if (groups.length > maxDepth) throw new RefusedJson('Nested too deeply', pathOf())
    if (groups.length === 2) index = 0
    expected = Array.isArray(value) ? 'firstValue' : 'firstName'
  }

  function close(isList: boolean): void {
    const group = groups.pop()
    const ends = isList ? 'firstValue' : 'firstName'
    if (!group || Array.isArray(group.value) !== isList) throw notJson()
    if (expected !== 'comma' && expected !== ends) throw notJson()
    put(group.value)
  }

  function name(key: string): void {
    const group = groups.at(-1)
    if (!group) throw notJson()
    group.key = cutText(key, 200)
    if (key === '__proto__') throw new RefusedJson('Unknown field', pathOf())
    if (group.names.has(key)) throw new RefusedJson('This field is there twice', pathOf())
    group.names.add(key)
    expected = 'colon'
  }

  tokenizer.onToken = ({ token, value }) => {
    const wantsValue = expected === 'value' || expected === 'firstValue'
    switch (token) {
      case TokenType.COLON:
        if (expected !== 'colon') throw notJson()
        expected = 'value'
        return
      case TokenType.COMMA:
        if (expected !== 'comma') throw notJson()
        expected = Array.isArray(groups.at(-1)?.value) ? 'value' : 'name'
        return
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        return close(token === TokenType.RIGHT_BRACKET)
      case TokenType.STRING:
        if (expected === 'name' || expected === 'firstName') return name(String(value))
    }
    if (!wantsValue) throw notJson()
    values += 1
    if (values > maxValues) throw new RefusedJson('Too many values', pathOf())
    if (token === TokenType.LEFT_BRACE) open({})
    else if (token === TokenType.LEFT_BRACKET) open([])
    else if (groups.length > 0) put(value)
    else throw new RefusedJson('The file isn’t an export of this site', 'format')
  }
  const asRefusal = (work: () => void) => {
    try {
      work()
    } catch (error) {
      throw error instanceof TokenizerError ? notJson() : error
    }
  }
  return {
    write: (bytes: Uint8Array) => asRefusal(() => tokenizer.write(bytes)),
    end: () =>
      asRefusal(() => {
        if (expected !== 'nothing') throw notJson()
        tokenizer.end()
      }),
  }
}
