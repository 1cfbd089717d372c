import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export const hasProgram = (name: string) => spawnSync(name, ['--version']).status === 0

/** Runs a program of the operating system with no environment but `PATH` and the one passed. */
export async function runProgram(
  [name = '', ...args]: string[],
  { env = {}, cwd, input }: { env?: Record<string, string>; cwd?: string; input?: string } = {},
) {
  const child = spawn(name, args, { cwd, env: { PATH: process.env.PATH, ...env } })
  child.stdin.on('error', () => {}).end(input)
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { output, errors, code: code as number }
}
