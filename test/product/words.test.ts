import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/project-root.ts'

const buttons = /^(Act|Button|ButtonLink|MenuCheck|MenuItem|SaveButton)$/
const labels = /^(cancel|confirm|discard|save|submit)Label$/
const small = /^(a|an|and|as|at|by|for|from|in|into|of|on|or|than|the|to|with)$/

const isTitled = (text: string) =>
  (text.match(/(?<![$\p{L}’'-])\p{L}[\p{L}’']*/gu) ?? []).every(
    (word) => small.test(word) || /^\p{Lu}/u.test(word),
  )

/** The texts of buttons, as far as they are literals in the source. */
function buttonTextsIn(path: string, source: string): string[] {
  const found: string[] = []
  function read(node: ESTree.Node | null): void {
    if (node?.type === 'JSXText') found.push(node.value.replace(/\s+/g, ' ').trim())
    else if (node?.type === 'Literal') found.push(String(node.value))
    else if (node?.type === 'TemplateLiteral')
      found.push(node.quasis.map(({ value }) => value.raw).join('…'))
    else if (node?.type === 'JSXExpressionContainer') read(node.expression)
    else if (node?.type === 'LogicalExpression') read(node.right)
    else if (node?.type === 'ConditionalExpression') {
      read(node.consequent)
      read(node.alternate)
    }
  }
  new Visitor({
    JSXElement({ openingElement: { name }, children }) {
      if (name.type === 'JSXIdentifier' && buttons.test(name.name)) children.forEach(read)
    },
    JSXAttribute({ name, value }) {
      if (name.type === 'JSXIdentifier' && labels.test(name.name)) read(value)
    },
  }).visit(parseSync(path, source).program)
  return found.filter((text) => !isTitled(text)).map((text) => `${path}: ${text}`)
}

const sources = globSync('src/**/*.{ts,tsx}', { cwd: projectRoot })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(new URL(path, projectRoot), 'utf8')] as const)

test('buttons are in title case', () => {
  const found = sources
    .filter(([path]) => path.endsWith('.tsx'))
    .flatMap(([path, source]) => buttonTextsIn(path, source))
  expect(found).toEqual([])
})

test('a button in another case is found, in its children and in labels of dialogs', () => {
  const source = `const a = <><Button>{off ? 'Show all' : <b>Off</b>} now</Button>
    <FormDialog submitLabel="Save the link" /><Button>Back to Site</Button><p>Some text</p></>`
  expect(buttonTextsIn('a.tsx', source)).toEqual([
    'a.tsx: Show all',
    'a.tsx: now',
    'a.tsx: Save the link',
  ])
})

test('counts on screens have separators', () => {
  const bare = /(?<![=$])\{(?:[\w?]+\.)*(?:count|total|unread|length)\}/g
  const found = sources
    .filter(([path]) => path.endsWith('.tsx'))
    .flatMap(([path, source]) => [...source.matchAll(bare)].map(([text]) => `${path}: ${text}`))
  expect(found.toSorted()).toEqual([
    // These are fixed numbers of steps and questions, a badge, and a text.
    'src/features/admin/shell/top-bar.tsx: {count}',
    'src/features/content/checklist/checklist-card.tsx: {total}',
    'src/features/leads/consultation-form/consultation-rail.tsx: {count}',
    'src/features/leads/consultation-form/consultation-rail.tsx: {groups.length}',
    'src/web/ui/list-toolbar.tsx: {props.count}',
  ])
})

test('email and two-factor authentication have one spelling', () => {
  const wrong = /['"`>][^'"`<]*\b([Ee]-mail(?!s\/)|[Ss]econd factor)\b/
  // These are headings of other programs' exports, and a term of an API.
  const allowed = /data-exchange\/headings\.server|schemas\.ts$|^src\/(cli|server)\//
  const found = sources
    .filter(([path]) => !allowed.test(path))
    .flatMap(([path, source]) =>
      source
        .split('\n')
        .filter((line) => wrong.test(line) && !/^\s*(\*|\/[*/]|import)|\/mail/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
