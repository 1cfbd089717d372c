import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, untilListening } from './product.ts'

const shipped = join(import.meta.dirname, '../../deploy/nginx.conf')

/** Adapts the shipped configuration to these ports, without TLS. */
function adapted(text: string, port: number, instances: readonly number[]): string {
  const servers = instances.map((at) => `  server 127.0.0.1:${at} max_fails=0;`).join('\n')
  return text
    .replace(/( {2}server 127\.0\.0\.1:\d+ [^\n]*\n)+/, `${servers}\n`)
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, '')
    .replace(/^ {2}(ssl_|listen \[)[^\n]*\n/gm, '')
    .replace(/ {2}http2 on;\n/, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
}

export type Nginx = AsyncDisposable & { url: string; port: number; pid: number }

/** Starts Debian's nginx with the shipped configuration, in front of instances on these ports. */
export function startNginx(instances: readonly number[]): Promise<Nginx> {
  return startNginxWith((port) => adapted(readFileSync(shipped, 'utf8'), port, instances))
}

/** Starts Debian's nginx with one process. `site` returns the content of `http { }` for a port. */
export async function startNginxWith(site: (port: number) => string): Promise<Nginx> {
  const directory = mkdtempSync(join(tmpdir(), 'counterfoil-nginx-'))
  mkdirSync(join(directory, 'logs'))
  const port = await freePort()
  writeFileSync(join(directory, 'site.conf'), site(port))
  writeFileSync(
    join(directory, 'nginx.conf'),
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1;
pid ${directory}/pid; error_log ${directory}/logs/error.log warn;
events { worker_connections 4096; }
http { access_log off; client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy;
fastcgi_temp_path ${directory}/f; uwsgi_temp_path ${directory}/u; scgi_temp_path ${directory}/s;
include ${directory}/site.conf; }`,
  )
  const server = spawn('/usr/sbin/nginx', ['-p', directory, '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  server.stderr.on('data', (text) => {
    output += text
  })
  const ended = once(server, 'exit').then(() => {
    throw new Error(`nginx ended: ${output}`)
  })
  ended.catch(() => {})
  await Promise.race([ended, untilListening(port)])
  return {
    port,
    pid: server.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      if (server.exitCode === null) {
        server.kill('SIGQUIT')
        await once(server, 'exit')
      }
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
