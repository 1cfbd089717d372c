import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands, programsOf, settings, undecided } from '../../proofs/resilience/guide.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

/** The sources of everything that the doctor prints, with `…` for each value. */
function doctorWords(): string {
  const files = readdirSync(import.meta.dirname).filter((name) => /^doctor.*\.ts$/.test(name))
  const sources = [
    ...files.map((name) => join(import.meta.dirname, name)),
    join(root, 'src/server/config.ts'),
  ].map((path) => readFileSync(path, 'utf8'))
  return inOneLine(sources.join('\n').replace(/\$\{[^}]*\}/g, '…'))
}

/** Patterns for values, each with the placeholder that the page shows instead. */
const values: [RegExp, string][] = [
  [/^example\.com /, '… '],
  [/mailbox INBOX/, 'mailbox …'],
  [/^POST \/api\/mail\/in /, '… '],
  [/15 minutes/, '… minutes'],
  [/unset MAIL_REPLY_TO/, 'unset …'],
]

test('the doctor says what the page on operations quotes', () => {
  const [, mail = ''] = /^## Mail\n([\s\S]*?)^## /m.exec(page) ?? []
  const quoted = [...inOneLine(mail).matchAll(/“([^“”]{2,})”/g)].map(([, words = '']) =>
    values.reduce((text, [from, to]) => text.replace(from, to), words),
  )
  expect(quoted.length).toBeGreaterThan(40)
  const words = doctorWords()
  expect(quoted.filter((one) => !words.includes(one))).toEqual([])
})

test('the documents name only screens that exist', () => {
  const routes = readFileSync(join(root, 'src/routes.ts'), 'utf8')
  const [, office = ''] = /route\('admin',([\s\S]*)$/.exec(routes) ?? []
  const screens = [...office.matchAll(/route\('([^'*]+)'/g)].map(([, path]) => `/admin/${path}`)
  const known = new Set(['/admin', '/admin/login', ...screens])
  const documents = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  const named = ['README.md', ...documents.map((name) => `docs/${name}`)].flatMap((name) => {
    const text = readFileSync(join(root, name), 'utf8')
    return [...text.matchAll(/`(\/admin(?:\/[^\s`?]*)?)`/g)].map(([, path = '']) => path)
  })
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !known.has(path))).toEqual([])
})

test('every variable of the configuration is in the example, and no other', () => {
  const read = readFileSync(join(root, 'src/server/config.ts'), 'utf8')
  const [, fields = ''] = /Environment = z\.object\(\{([\s\S]*?)^\}\)/m.exec(read) ?? []
  const known = [...fields.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name]) => name)
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  const shown = [...example.matchAll(/^#([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
  expect(known.length).toBeGreaterThan(30)
  // NODE_ENV belongs to the runtime.
  expect(known.filter((name) => name !== 'NODE_ENV').sort()).toEqual(shown.sort())
})

test('npm run prove:guide runs or stands in for every command of the page', () => {
  expect(commands.length).toBeGreaterThan(30)
  expect(settings).toContain('DATA_DIR=')
  expect(undecided()).toEqual([])
  const given = "a && B=c runuser -u d -- npm run e; cat <<'END'\n| f\nEND\n"
  expect(programsOf(given)).toEqual(['a', 'runuser', 'npm', 'cat'])
})
