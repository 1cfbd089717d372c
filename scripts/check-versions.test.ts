import { expect, test } from 'vitest'
import { checkVersions, isSafe, type Locked, type Manifest } from './check-versions.ts'

const floor = {
  floors: { ws: ['8.21.0'] },
  forbidden: ['react-server-dom-*', 'left-pad'],
  licenses: ['MIT'],
  licenseOf: { known: 'MIT' },
}
const sound = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' }

/** The findings for a valid installation with one additional package. */
function wrong(path: string, entry: Locked, manifest: Manifest = {}) {
  const packages = { '': {}, 'node_modules/sound': sound, [path]: entry }
  return checkVersions({ dependencies: { sound: '1.0.0' }, ...manifest }, packages, floor)
}

test('exact versions from a registry pass', () => {
  const resolved = 'https://registry.npmjs.org/a/-/a-1.0.0.tgz'
  expect(wrong('node_modules/a', { ...sound, resolved })).toEqual([])
})

test.each([
  'git+ssh://git@example.com/a.git#1234567',
  'http://registry.npmjs.org/a/-/a-1.0.0.tgz',
  'file:../a.tgz',
])('a package from %s is refused', (resolved) => {
  expect(wrong('node_modules/a', { ...sound, resolved })).toHaveLength(1)
})

test('a package without integrity is refused, one inside another package is not', () => {
  const { integrity: _, ...bare } = sound
  expect(wrong('node_modules/a', bare)).toHaveLength(1)
  expect(wrong('node_modules/a', { ...bare, inBundle: true })).toEqual([])
})

test('an unsafe version is refused at any depth', () => {
  const path = 'node_modules/a/node_modules/ws'
  expect(wrong(path, { ...sound, version: '8.20.9' })).toEqual([
    `${path}: 8.20.9 is unsafe, use 8.21.0 or later`,
  ])
  expect(wrong(path, { ...sound, version: '8.21.0' })).toEqual([])
  expect(wrong('node_modules/alias', { ...sound, name: 'ws', version: '8.0.0' })).toHaveLength(1)
})

test('a forbidden package is refused', () => {
  expect(wrong('node_modules/react-server-dom-webpack', sound)).toHaveLength(1)
  expect(wrong('node_modules/left-pad', sound)).toHaveLength(1)
  expect(wrong('node_modules/left-pad-more', sound)).toEqual([])
})

test('every shipped package has a reviewed license', () => {
  const { license: _, ...silent } = sound
  expect(wrong('node_modules/a', { ...sound, license: 'AGPL-3.0' })).toHaveLength(1)
  expect(wrong('node_modules/a', silent)).toHaveLength(1)
  expect(wrong('node_modules/known', silent)).toEqual([])
  expect(wrong('node_modules/a', { ...sound, license: 'AGPL-3.0', dev: true })).toEqual([])
})

test('an install script must be allowed or refused by name', () => {
  const entry = { ...sound, hasInstallScript: true }
  expect(wrong('node_modules/a', entry)).toHaveLength(1)
  expect(wrong('node_modules/a', entry, { allowScripts: { a: false } })).toEqual([])
})

test('ranges and tags in package.json are refused', () => {
  const devDependencies = { a: '^1.0.0', b: 'latest', c: '1.x', d: '1.0.0-beta.1' }
  expect(wrong('node_modules/a', sound, { devDependencies })).toHaveLength(3)
})

test('every major version has its own floor', () => {
  const floors = ['6.24.0', '7.24.0']
  const safe = (version: string) => isSafe(version, floors)
  expect(['6.24.0', '6.100.0', '7.24.1', '8.0.0'].filter(safe)).toHaveLength(4)
  expect(['5.99.0', '6.23.9', '7.9.9', '7.24.0-beta.1', ''].filter(safe)).toEqual([])
})
