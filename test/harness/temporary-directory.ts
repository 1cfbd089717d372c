import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { scratchRoot } from './scratch-root.ts'

/** An empty directory of mode 700 that is removed at the end of the running test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(scratchRoot, 'counterfoil-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
