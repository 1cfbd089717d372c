import { expect, test } from 'vitest'
import { pathIn } from './zip-names.ts'

const pathOf = (folder: string, name: string) => pathIn(new Set(), 'documents', folder, name)
const nameOf = (name: string) => pathOf('Plan', name).replace('documents/Plan/', '')

test.each([
  ['Offer: 2026?.pdf', 'Offer- 2026-.pdf'],
  ['a<b>c"d|e*f.txt', 'a-b-c-d-e-f.txt'],
  ['../..\\etc', '..-..-etc'],
  ['tab\there\n.txt', 'tab-here-.txt'],
  ['fdp.\u202eexe', 'fdp.-exe'],
  ['NUL', 'NUL_'],
  ['nul.tar.gz', 'nul_.tar.gz'],
  ['Com1.txt', 'Com1_.txt'],
  ['LPT³', 'LPT³_'],
  ['CONIN$', 'CONIN$_'],
  ['aux .pdf', 'aux_ .pdf'],
  ['CONTRACT.pdf', 'CONTRACT.pdf'],
  ['COM10.txt', 'COM10.txt'],
  ['ends with dots. . .', 'ends with dots'],
  ['...', '_'],
  ['', '_'],
  ['.env', '.env'],
  ['\ud800.txt', '\ufffd.txt'],
  ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
])('%j is %j', (name, expected) => {
  expect(nameOf(name)).toBe(expected)
})

test.each([
  'ж'.repeat(300),
  `${'東'.repeat(120)}.docx`,
  `${'😀'.repeat(100)}.pdf`,
  `a.${'x'.repeat(300)}`,
  `${'a'.repeat(250)}   .pdf`,
])('a long name is cut, with its extension and the number of a repeat', (name) => {
  const taken = new Set<string>()
  const paths = Array.from({ length: 12 }, () => pathIn(taken, 'documents', 'Plan', name))
  expect(new Set(paths).size).toBe(12)
  const extension = /\.(docx|pdf)$/.exec(name)?.[0] ?? ''
  for (const [at, path] of paths.entries()) {
    const last = path.replace('documents/Plan/', '')
    expect(Buffer.byteLength(last)).toBeLessThanOrEqual(255)
    expect(last.isWellFormed()).toBe(true)
    expect(last.endsWith(`${at === 0 ? '' : ` (${at + 1})`}${extension}`)).toBe(true)
  }
})

test('names that differ by case or by how accents are written alone are told apart', () => {
  const taken = new Set<string>()
  const names = ['Plan.pdf', 'PLAN.pdf', 'Zoë', 'Zoe\u0308', 'STRASSE', 'straße', 'a?b', 'a*b']
  const paths = names.map((name) =>
    pathIn(taken, 'documents', 'A', name).replace('documents/A/', ''),
  )
  expect(paths).toEqual([
    'Plan.pdf',
    'PLAN (2).pdf',
    'Zoë',
    'Zoe\u0308 (2)',
    'STRASSE',
    'straße (2)',
    'a-b',
    'a-b (2)',
  ])
})

test('a folder is named by the same rules', () => {
  expect(pathOf('Q1/Q2: plan?', 'a.pdf')).toBe('documents/Q1-Q2- plan-/a.pdf')
  expect(pathOf('con', 'a.pdf')).toBe('documents/con_/a.pdf')
  expect(pathOf('', 'a.pdf')).toBe('documents/project/a.pdf')
  expect(pathOf('..', 'a.pdf')).toBe('documents/_/a.pdf')
})
