import { existsSync } from 'node:fs'
import { runProgram } from './run-program.ts'

export function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

export async function aptInstall(name: string): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  console.log(`Installing ${name} …`)
  await runProgram('apt-get', ['update', '-qq'], env)
  await runProgram('apt-get', ['install', '-y', '-qq', name], env)
}
