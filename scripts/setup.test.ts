import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildKey, installKey, isInstalled, stepsDue, whyDead } from './setup.mjs'

const machine = 'linux-x64'
const packageText = (more: object) => JSON.stringify({ dependencies: { zod: '4.0.0' }, ...more })

test('a fresh checkout installs and builds everything, a finished one nothing', () => {
  const wanted = { install: 'a', site: 'b', image: 'c' }
  expect(stepsDue('start', wanted, {})).toEqual(['install', 'site', 'image'])
  expect(stepsDue('start', wanted, wanted)).toEqual([])
  expect(stepsDue('run', wanted, { ...wanted, site: 'old' })).toEqual(['site'])
})

test('development serves pages from their sources and builds no site', () => {
  expect(stepsDue('dev', { install: 'a', site: 'b', image: 'c' }, {})).toEqual(['install', 'image'])
})

test('the lock file, the wanted packages and the machine decide an installation', () => {
  const key = installKey('lock', packageText({}), machine)
  expect(installKey('lock', packageText({ scripts: { dev: 'x' } }), machine)).toBe(key)
  expect(installKey('lock 2', packageText({}), machine)).not.toBe(key)
  expect(installKey('lock', packageText({ overrides: { ws: '8' } }), machine)).not.toBe(key)
  expect(installKey('lock', packageText({}), 'linux-arm64')).not.toBe(key)
})

test('paths and contents decide a build, their order and the tests do not', () => {
  const a = { path: 'src/a.ts', content: 'a' }
  const b = { path: 'src/b.ts', content: Buffer.from('b') }
  const key = buildKey('lock', [a, b])
  expect(buildKey('lock', [b, a])).toBe(key)
  expect(buildKey('lock', [a, b, { path: 'src/a.test.ts', content: 'x' }])).toBe(key)
  expect(buildKey('lock', [a])).not.toBe(key)
  expect(buildKey('lock', [a, { ...b, content: 'b!' }])).not.toBe(key)
  expect(buildKey('lock', [a, { ...b, path: 'src/c.ts' }])).not.toBe(key)
  expect(buildKey('lock 2', [a, b])).not.toBe(key)
})

test('a part of a name does not count as two', () => {
  expect(buildKey('', [{ path: 'ab', content: 'c' }])).not.toBe(
    buildKey('', [{ path: 'a', content: 'bc' }]),
  )
})

test('an installation made by hand counts when npm recorded the same packages', () => {
  const zod = { version: '4.0.0', integrity: 'sha512-a' }
  const mac = { version: '1.0.0', integrity: 'sha512-b', optional: true }
  const root = { dependencies: { zod: '4.0.0' } }
  const lock = JSON.stringify({
    packages: { '': root, 'node_modules/zod': zod, 'node_modules/mac-only': mac },
  })
  const counts = (packages: object, asked = packageText({})) =>
    isInstalled(lock, asked, JSON.stringify({ packages }))
  expect(counts({ 'node_modules/zod': zod })).toBe(true)
  expect(counts({})).toBe(false)
  expect(counts({ 'node_modules/zod': { ...zod, version: '4.0.1' } })).toBe(false)
  expect(counts({ 'node_modules/zod': zod, 'node_modules/other': zod })).toBe(false)
  for (const field of ['devDependencies', 'optionalDependencies']) {
    expect(counts({ 'node_modules/zod': zod }, packageText({ [field]: {} })), field).toBe(false)
  }
})

test('a library that the installed Node lacks is named with its package', () => {
  const loader =
    'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file'
  expect(whyDead(loader)).toBe(
    'this system lacks the library libatomic; on Debian: apt-get install libatomic1',
  )
  expect(whyDead('Illegal instruction\n')).toContain('Illegal instruction')
})

test.each([
  ['never built', []],
  ['changed since', ['build', 'node_modules']],
])('a user who cannot build reads in one line who does: %s', (_, folders) => {
  const root = mkdtempSync(join(tmpdir(), 'setup-'))
  try {
    for (const folder of ['scripts', ...folders]) mkdirSync(join(root, folder))
    for (const folder of folders)
      writeFileSync(join(root, folder, '.stamp'), 'old', { mode: 0o444 })
    copyFileSync(join(import.meta.dirname, 'setup.mjs'), join(root, 'scripts/setup.mjs'))
    for (const name of ['package.json', 'package-lock.json']) {
      writeFileSync(join(root, name), '{"packages":{}}')
    }
    for (const folder of [...folders, '']) chmodSync(join(root, folder), 0o555)
    const args = [join(root, 'scripts/setup.mjs'), 'cli', 'doctor']
    // File modes do not restrict root.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const { stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', ...user })
    expect(stderr).toMatch(/^Setting up stopped: .+ changed since, .+ \(EACCES.+\n$/)
    expect(stderr).toContain(`cd ${root} && node scripts/setup.mjs start`)
    expect(status).toBe(1)
  } finally {
    for (const folder of ['', ...folders]) chmodSync(join(root, folder), 0o755)
    rmSync(root, { recursive: true })
  }
})
