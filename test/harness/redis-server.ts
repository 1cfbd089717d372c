import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './product.ts'

export type RedisServer = AsyncDisposable & {
  url: string
  start(): Promise<void>
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Stops the process, so that it accepts connections but does not respond. */
  freeze(): void
  thaw(): void
}

/** A Redis without persistence that has not started yet. */
export async function newRedis(): Promise<RedisServer> {
  const port = await freePort()
  let server: ChildProcess | undefined
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    server.kill(signal)
    await once(server, 'exit')
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const flags = ['--port', String(port), '--save', '', '--bind', '127.0.0.1']
      server = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'ignore'] })
      for await (const line of server.stdout ?? []) if (String(line).includes('Ready')) break
      server.stdout?.resume()
    },
    kill,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    [Symbol.asyncDispose]: () => kill(),
  }
}
