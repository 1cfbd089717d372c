import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const root = new URL('../..', import.meta.url).pathname

/**
 * Runs `npm run cli -- <args>` without its preparation, with only the environment passed and the
 * compile cache of earlier runs.
 */
export async function runCli(
  args: string[],
  environment: Record<string, string> = {},
  input: string | undefined = undefined,
) {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  const env = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...environment }
  const child = spawn(process.execPath, ['src/cli/cli.ts', ...args], { cwd: root, env })
  child.stdin.end(input)
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { output, errors, code: code as number }
}
