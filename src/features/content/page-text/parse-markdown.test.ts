import { expect, test } from 'vitest'
import { parseMarkdown, TextTooComplex } from './parse-markdown.ts'
import { readMarkdown } from './read-markdown.server.ts'
import { plainText, resolveTree, type TextTree, withPictures } from './text-tree.ts'

const links = (text: string, values = {}) => {
  const found: string[] = []
  JSON.stringify(resolveTree(parseMarkdown(text), values), (_, value: unknown) => {
    if (Array.isArray(value) && value[0] === 'a' && value.length === 3) found.push(String(value[1]))
    return value
  })
  return found
}

test('headings begin at the second level, leave none out and have ids of their words', () => {
  expect(parseMarkdown('### One\n\n##### Two\n\n### One')).toEqual([
    ['h', 2, 'text-one', ['One']],
    ['h', 3, 'text-two', ['Two']],
    ['h', 2, 'text-one-1', ['One']],
  ])
})

test('lists, quotes, code, tables and breaks become blocks', () => {
  const text =
    '- a\n- *b*\n\n3. c\n\n   d\n\n> e\n\n    f\n\n---\n\n|g|h|\n|:-|-:|\n|i|`j`|\n\nk\\\nl'
  expect(parseMarkdown(text)).toEqual([
    ['ul', [[['text', ['a']]], [['text', [['i', ['b']]]]]]],
    [
      'ol',
      3,
      [
        [
          ['p', ['c']],
          ['p', ['d']],
        ],
      ],
    ],
    ['quote', [['p', ['e']]]],
    ['pre', 'f'],
    ['hr'],
    [
      'table',
      ['left', 'right'],
      [
        [['g'], ['h']],
        [['i'], [['code', 'j']]],
      ],
    ],
    ['p', ['k', ['br'], 'l']],
  ])
})

test('raw HTML is text', () => {
  for (const html of ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<!-- a -->']) {
    expect(parseMarkdown(`${html}\n\na ${html}`)).toEqual([
      ['p', [html]],
      ['p', [`a ${html}`]],
    ])
  }
})

test.each([
  'https://a.example/b?c#d',
  'http://a.example',
  'mailto:a@b.example',
  'tel:+1415',
  '/legal/privacy',
  '#elsewhere',
])('a link may lead to %s', (address) => {
  expect(links(`[a](${address})`)).toEqual([address])
})

test('the host of a link is the one that browsers ask for; its words stay', () => {
  const tree = resolveTree(parseMarkdown('[\u0430pple.com](https://\u0430pple.com/\u0430?b)'), {})
  expect(tree).toEqual([['p', [['a', 'https://xn--pple-43d.com/\u0430?b', ['\u0430pple.com']]]]])
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#115;cript:alert(1)',
  '//a.example',
  'java&Tab;script:alert(1)',
  'java&#10;script:alert(1)',
  'data:text/html,a',
  '/\\a.example',
  'vbscript:a',
  'relative',
  '&#1;javascript:alert(1)',
  'http:a',
  'file:///a',
  'blob:a',
  '',
])('a link to %j keeps its words alone', (address) => {
  expect(resolveTree(parseMarkdown(`[some *words*](<${address}>)`), {})).toEqual([
    ['p', ['some ', ['i', ['words']]]],
  ])
  expect(links(`[a][b]\n\n[b]: <${address}>`)).toEqual([])
})

test('a link to the words of a heading leads to it, also ahead of it', () => {
  expect(links('[a](#the-end) [b](#text-the-end)\n\n# The end')).toEqual([
    '#text-the-end',
    '#text-the-end',
  ])
})

test('variables are replaced in texts and addresses; their values are not read again', () => {
  const values = { name: '{firm.email} *A*', email: 'a@b.example', address: '', phone: 'x y' }
  const text = '[{firm.name}](mailto:{firm.email}), {firm.address}, {other} [a](tel:{firm.phone})'
  expect(resolveTree(parseMarkdown(text), values)).toEqual([
    ['p', [['a', 'mailto:a@b.example', ['{firm.email} *A*']], ', {other} ', 'a']],
  ])
})

test('pictures are those of this site; others show their alternative text', () => {
  const own = `/media/${'0123456789abcdef'.repeat(2)}.webp`
  const tree = parseMarkdown(
    `![mine](${own}) ![theirs](https://a.example/b.png) ![c][d]\n\n[d]: ${own}`,
  )
  expect(tree).toEqual([
    ['p', [['img', own, 'mine', 0, 0, ''], ' ', 'theirs', ' ', ['img', own, 'c', 0, 0, '']]],
  ])
  expect(plainText(withPictures(tree, () => undefined))).toBe('mine theirs c')
})

test('more than 5,000 nodes or 20 levels are refused', () => {
  const nested = (levels: number) => '>'.repeat(levels)
  expect(parseMarkdown(`${nested(18)} a`)).toHaveLength(1)
  expect(() => parseMarkdown(`${nested(20)} a`)).toThrow(TextTooComplex)
  expect(() => parseMarkdown('*a* '.repeat(2_501))).toThrow(TextTooComplex)
})

const long = (part: string) => part.repeat(Math.ceil(60_000 / part.length)).slice(0, 60_000)

test.each(['[', '![[', '"', '> - ', '[a](', '*a **b ', 'a*_', '`a``', '|a|b|\n', '[a]: <b> "c\n'])(
  '60,000 characters of %j are parsed or refused',
  async (part) => {
    await readMarkdown('warm')
    const result = await readMarkdown(long(part)).catch((error: unknown) => error)
    if (!Array.isArray(result)) expect(result).toMatchObject({ code: 'invalid_input' })
    expect(await readMarkdown('a *b*')).toEqual([['p', ['a ', ['i', ['b']]]]] satisfies TextTree)
  },
)

test('60,000 characters of prose are parsed', async () => {
  const sentence = 'We measure it for two weeks, and hand the rest to a person with the reason. '
  const paragraph = `A [link](/legal/privacy), *more* words. ${sentence.repeat(3)}\n\n`
  expect((await readMarkdown(long(paragraph))).length).toBeGreaterThan(200)
})
