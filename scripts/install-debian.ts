import { existsSync } from 'node:fs'
import { runProgram } from './run-program.ts'

export function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** @param answer the preset answer for debconf, which otherwise takes the package's default. */
export async function aptInstall(name: string, answer?: string): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  console.log(`Installing ${name} …`)
  await runProgram('apt-get', ['update', '-qq'], env)
  if (answer)
    await runProgram('sh', ['-c', 'echo "$0" | debconf-set-selections', `${name} ${answer}`], env)
  await runProgram('apt-get', ['install', '-y', '-qq', name], env)
}
