import { expect, test } from 'vitest'
import { checkClasses, checkLayer, subjectsOf } from './check-styles.ts'

test('a rule outside the layer of its sheet is found', () => {
  const feature = 'src/features/chat/widget/panel.css'
  expect(checkLayer(feature, '@layer features { .panel-x { color: red } }')).toEqual([])
  expect(checkLayer(feature, '@layer features {}\n.late { color: red }')).toMatchObject([
    { line: 2, fix: 'write it inside @layer features' },
  ])
  expect(checkLayer(feature, '@layer ui { .x { color: red } }')).toHaveLength(1)
  expect(checkLayer('src/web/ui/menu.css', '@keyframes in { to { opacity: 1 } }')).toHaveLength(1)
  expect(checkLayer('src/web/styles/modes.css', '@layer modes { .x { color: red } }')).toEqual([])
})

test.each([
  ['.a > .b', ['b']],
  ['.a:has(.c) .b:not(.d)', ['b']],
  ['.a .b.c[data-x=".d"]::before', ['b', 'c']],
  [':is(.a, .b)[aria-busy]', ['a', 'b']],
  ['.a > button', []],
])('%s styles %j', (selector, classes) => expect(subjectsOf(selector)).toEqual(classes))

const button = '@layer ui { .btn { color: red } .btn:hover { color: blue } }'
const part = 'src/features/leads/contact-form'

test.each([
  ['in its own container', '.contact > .btn { color: green }'],
  ['beside a class of its own', '.btn.contact-send { color: green }'],
  ['in a mode', '@media print { .btn { display: none } }'],
])('a class of the interface is not styled by a feature: %s', (_, rule) => {
  const sheets = {
    'src/web/styles/controls.css': button,
    [`${part}/contact.css`]: `@layer features { ${rule} }`,
  }
  expect(checkClasses(sheets)).toMatchObject([
    {
      path: `${part}/contact.css`,
      fix: expect.stringContaining('.btn of src/web/styles/controls'),
    },
  ])
})

test('two parts do not share a class; sheets of one part do, and modes of the system style all', () => {
  const one = '@layer features { .note { color: red } }'
  const two = '@layer features { .notes > .note { color: red } }'
  const [notes, site] = [
    'src/features/clients/notes/notes.css',
    'src/features/site/notes/notes.css',
  ]
  expect(checkClasses({ [notes]: one, [site]: two })).toHaveLength(1)
  expect(checkClasses({ [notes]: one, 'src/features/clients/notes/list.css': two })).toEqual([])
  const modes = '@layer modes { @media print { .note { display: none } } }'
  expect(checkClasses({ [notes]: one, 'src/web/styles/modes.css': modes })).toEqual([])
})
