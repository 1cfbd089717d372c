import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { checkImports, partsIn } from './check-structure.ts'

const fixes = (path: string, specifier: string) =>
  checkImports(path, `const a = 1\nimport { b } from '${specifier}'\n`).map(({ fix }) => fix)

test.each([
  ['src/contract/a.ts', '../server/app.ts', 'contract may import'],
  ['src/brand.ts', './web/ui/button.tsx', 'brand may import'],
  ['src/server/a.ts', '#web/ui/button.tsx', 'server may import'],
  ['src/server/files/a.ts', '../http/app.ts', 'files comes before http'],
  ['src/server/jobs/a.ts', '#server/mail/queue-mail.ts', 'jobs comes before mail'],
  ['src/server/config.ts', './database/open.ts', 'src/server/config.ts comes before database'],
  ['src/server/files/a.ts', '#cli/backup.ts', 'server may import'],
  ['src/web/a.ts', '../features/site/home/home-page.tsx', 'web may import'],
  ['src/features/chat/a/contract.ts', './service.server.ts', 'feature contract may import'],
  ['src/features/chat/a/contract.ts', './schemas.ts', 'only types of schemas'],
  ['src/features/chat/a/schemas.ts', './service.server.ts', 'feature contract may import'],
  ['src/features/chat/a/frames.ts', '#web/store.ts', 'feature plain may import'],
  ['src/features/chat/a/a.server.ts', './list.tsx', 'feature server may import'],
  ['src/features/chat/a/list.tsx', './a.server.ts', 'feature view may import'],
  ['src/services.ts', './brand.ts', 'read the live settings'],
  ['src/features/chat/a/list.tsx', '#test/harness/test-app.ts', 'is for tests'],
  ['src/features/chat/a/list.tsx', './list.test.ts', 'is for tests'],
  ['src/features/clients/a/list.tsx', '#features/chat/a/list.tsx', 'clients comes before chat'],
])('%s may not import %s', (path, specifier, fix) => {
  expect(fixes(path, specifier)).toEqual([expect.stringContaining(fix)])
})

test.each([
  ['src/features/chat/a/list.tsx', '#features/clients/a/list.tsx'],
  ['src/features/chat/a/a.server.ts', '#server/config.ts'],
  ['src/features/chat/a/schemas.ts', '#features/clients/a/schemas.ts'],
  ['src/features/content/resolved-settings/defaults.ts', '#brand.ts'],
  ['src/server/metrics/a.ts', '#package.json'],
  ['src/server/http/a.ts', '../database/open.ts'],
  ['src/cli/a.ts', '../server/config.ts'],
  ['src/services.ts', './features/chat/a/a.server.ts'],
])('%s may import %s', (path, specifier) => {
  expect(fixes(path, specifier)).toEqual([])
})

const readme = `# Chat

| part, lowest first | holds |
|---|---|
| \`protocol\` | every frame |
| \`client\` | the browser's side |

Begin there.
`

test.each([
  ['client/a.ts', '../protocol/b.ts', []],
  ['client/a.ts', '../names.ts', []],
  ['domain.server.ts', './client/a.server.ts', []],
  ['protocol/a.ts', '../client/b.ts', [expect.stringContaining('protocol comes before client')]],
  ['names.ts', './client/b.ts', [expect.stringContaining('come before its parts')]],
  ['client/a.server.ts', '../domain.server.ts', [expect.stringContaining('the register alone')]],
])('of the parts of a domain, %s importing %s', (path, specifier, expected) => {
  const text = `import { b } from '${specifier}'\n`
  const found = checkImports(`src/features/chat/${path}`, text, partsIn(readme))
  expect(found.map(({ fix }) => fix)).toEqual(expected)
})

test('a contract may import types of schemas', () => {
  const text =
    "import type { aSchemas } from './schemas.ts'\nexport type { A } from './schemas.ts'\n"
  expect(checkImports('src/features/chat/a/contract.ts', text)).toEqual([])
})

test('every form of import is seen, with its line', () => {
  const forms = [
    "import {\n  a,\n} from '../../web/a.ts'",
    "import '../../web/a.css'",
    "export * from '../../web/a.ts'",
    "const a = await import('../../web/a.ts')",
    "import type { A } from '../../web/a.ts'",
  ]
  const text = `\n${forms.join('\n')}\n`
  const lines = checkImports('src/server/files/a.ts', text).map(({ line }) => line)
  expect(lines).toEqual([4, 5, 6, 7, 8])
})

test('Biome forbids each of these where it stands', () => {
  const directory = temporaryDirectory()
  const forbidden = [
    ['style/noProcessEnv', 'src/web/environment.ts', 'export const a = process.env.HOME'],
    ['style/useFilenamingConvention', 'src/web/aFile.ts', 'export const a = 1'],
    ['style/noDefaultExport', 'src/web/default.ts', 'export default 1'],
    ['correctness/noNodejsModules', 'src/features/chat/a/node.ts', "import 'node:fs'"],
    ['style/noRestrictedImports', 'src/features/chat/a/database.ts', "import 'drizzle-orm'"],
    ['style/noRestrictedImports', 'src/server/component.ts', "import 'react'"],
    ['style/noRestrictedImports', 'src/features/chat/a/mail.server.ts', "import 'nodemailer'"],
    ['suspicious/noImportCycles', 'src/web/one.ts', "import './two.ts'\nexport const a = 1"],
    [
      'suspicious/noImportCycles',
      'src/web/two.ts',
      "import { a } from './one.ts'\nconsole.error(a)",
    ],
  ]
  const files = [...forbidden, ['', 'src/server/config.ts', 'export const a = process.env.HOME']]
  for (const [, path = '', text = ''] of files) {
    mkdirSync(join(directory, dirname(path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  const root = join(import.meta.dirname, '..')
  copyFileSync(join(root, 'biome.json'), join(directory, 'biome.json'))
  const only = [...new Set(forbidden.map(([rule]) => `--only=${rule}`))]
  const { stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['lint', '--vcs-enabled=false', '--reporter=github', ...only],
    { cwd: directory, encoding: 'utf8' },
  )
  const found = [
    ...stdout
      .replaceAll(`${directory}/`, '')
      .matchAll(/::error title=lint\/([\w/]+),file=([\w/.-]+)/g),
  ]
  expect(found.map(([, rule, path]) => `${rule} ${path}`).sort(), stdout + stderr).toEqual(
    forbidden.map(([rule, path]) => `${rule} ${path}`).sort(),
  )
})
