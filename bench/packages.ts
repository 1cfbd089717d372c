/** Packages needed only for comparisons, never by the product. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const timeoutMs = 60_000

/**
 * Installs packages into a temporary folder, kept for the next run.
 *
 * @returns the folder.
 * @throws Error when that takes longer than a minute or npm cannot be reached.
 */
export function installApart(name: string, packages: readonly string[]): string {
  const folder = join(tmpdir(), `counterfoil-bench-${process.getuid?.() ?? ''}`, name)
  const done = join(folder, 'installed')
  if (existsSync(done)) return folder
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
    cwd: folder,
    timeout: timeoutMs,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  writeFileSync(done, '')
  return folder
}
