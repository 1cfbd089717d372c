import { expect, test } from 'vitest'
import { checkDocuments } from './document-paths.ts'

const files = ['src/features/chat/server/frames.server.ts', 'src/web/a.ts', 'docs/guide.md']
const exists = (path: string) => files.some((file) => file.startsWith(path))
const check = (path: string, text: string) =>
  checkDocuments({ [path]: text }, exists).map(({ line }) => line)

test('a path may begin at the document, the project, src or the domains', () => {
  const text =
    'See `server/frames.server.ts`, `src/web/a.ts`, `web/a.ts`, `chat/server` and `docs/gu`.'
  expect(check('src/features/chat/README.md', text)).toEqual([])
})

test('a path or link that leads nowhere is reported with its line', () => {
  expect(check('README.md', 'one\n`src/web/b.ts`\n[it](docs/other.md)')).toEqual([2, 3])
})

test('code, addresses and files made by a build are no paths', () => {
  const text = '`GET /services`, `/admin`, `build/server`, `<domain>/x`, [it](https://example.com)'
  expect(check('README.md', text)).toEqual([])
})
