import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, untilListening } from './product.ts'

const shipped = join(import.meta.dirname, '../../deploy/Caddyfile')

export const hasCaddy = () => spawnSync('caddy', ['version']).status === 0

/** Follows the file's own instructions: the commented line replaces the one below it. */
const withSecond = (file: string) =>
  file.replace(/# With a second instance: (.*\n)\treverse_proxy .*\n/, '$1')

/**
 * Starts Caddy with the shipped configuration, but without TLS, in front of instances on these
 * ports.
 */
export async function startCaddy(
  instances: readonly number[],
): Promise<AsyncDisposable & { url: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'counterfoil-caddy-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [first, second] = instances
  const one = readFileSync(shipped, 'utf8').replace('www.example.com {', `${url} {`)
  const adapted = (second ? withSecond(one) : one)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${first}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${second}`)
  writeFileSync(join(directory, 'Caddyfile'), `{\n\tadmin off\n}\n${adapted}`)
  const server = spawn('caddy', ['run', '--config', join(directory, 'Caddyfile')], {
    env: { PATH: process.env.PATH ?? '', HOME: directory },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  server.stderr.on('data', (text) => {
    output += text
  })
  const ended = once(server, 'exit').then(() => {
    throw new Error(`Caddy ended: ${output}`)
  })
  ended.catch(() => {})
  await Promise.race([ended, untilListening(port)])
  return {
    url,
    async [Symbol.asyncDispose]() {
      if (server.exitCode === null) {
        server.kill('SIGTERM')
        await once(server, 'exit')
      }
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
