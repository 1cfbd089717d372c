import pLimit from 'p-limit'
import { findProgram } from '#server/sandbox/find-program.ts'
import { runInWorker } from '#server/sandbox/run-in-worker.ts'
import { SandboxError } from '#server/sandbox/sandbox-limits.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import type { TextTree } from './text-tree.ts'

const maxCpuMs = 1_000

const program = findProgram(import.meta.url, 'markdown-worker.server.ts')

const oneAtATime = pLimit(1)

/**
 * Parses Markdown in a separate thread, one text at a time, with limits on time, memory, depth and
 * size.
 *
 * @throws Failure `invalid_input`
 */
export async function readMarkdown(text: string): Promise<TextTree> {
  const tree = await oneAtATime(() =>
    runInWorker<string, TextTree | null>(program, text, maxCpuMs),
  ).catch((error: unknown) => {
    if (error instanceof SandboxError) return null
    throw error
  })
  if (tree) return tree
  const message = 'This text is nested too deeply or too complicated to be shown'
  throw fieldFailure('body', message)
}
