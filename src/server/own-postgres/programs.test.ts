import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { findPrograms, programsFor } from './programs.ts'

const asRoot = test.skipIf(process.getuid?.() !== 0)
const systemUser = { uid: 65_534, gid: 65_534 }

asRoot('programs in a closed folder are copied to an open one that only root can change', () => {
  const closed = join(temporaryDirectory(), 'native')
  cpSync(findPrograms(), closed, { recursive: true, verbatimSymlinks: true })
  // No release has this version, so that the copy belongs to this test alone.
  const version = `test ${process.pid}`
  const copy = programsFor(systemUser, closed, version)
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  expect(copy).not.toContain(dirname(closed))
  expect(statSync(copy).uid).toBe(0)
  expect(statSync(copy).mode & 0o777).toBe(0o755)
  const answer = spawnSync(join(copy, 'bin/postgres'), ['--version'], {
    ...systemUser,
    encoding: 'utf8',
  })
  expect(answer.stdout).toMatch(/^postgres \(PostgreSQL\) 18\./)

  const made = statSync(copy).ino
  expect(programsFor(systemUser, closed, version)).toBe(copy)
  expect(statSync(copy).ino).toBe(made)

  // A cleaner of temporary files might remove this.
  rmSync(join(copy, 'share/postgresql/timezonesets'), { recursive: true })
  expect(programsFor(systemUser, closed, version)).toBe(copy)
  expect(lstatSync(join(copy, 'share/postgresql/timezonesets')).isDirectory()).toBe(true)
})
