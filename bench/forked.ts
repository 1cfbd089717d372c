import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Anchor } from './anchor-server.ts'

/** Memory of a server in bytes after garbage collection, and its number of open sockets. */
type Figures = { rss: number; used: number; open: number }

export type Forked<Ready extends object = { port: number }> = AsyncDisposable & {
  pid: number
  /** The message it sent when it was ready. */
  ready: Ready
  figures(): Promise<Figures>
}

async function forkServer<Ready extends object>(
  file: string,
  environment: Record<string, string>,
  first?: Anchor,
): Promise<Forked<Ready>> {
  const child = fork(new URL(file, import.meta.url), {
    execArgv: ['--expose-gc', '--import', './scripts/drizzle-imports.ts'],
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...environment },
  })
  const answer = async <T>() => {
    const failed = once(child, 'exit').then(() => {
      throw new Error(`${file} ended`)
    })
    failed.catch(() => {})
    const [message] = (await Promise.race([once(child, 'message'), failed])) as [T]
    return message
  }
  if (first) child.send(first)
  return {
    ready: await answer<Ready>(),
    pid: child.pid ?? 0,
    async figures() {
      child.send('figures')
      return answer<Figures>()
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

export function startAnchor(anchor: Anchor): Promise<Forked> {
  return forkServer('./anchor-server.ts', {}, anchor)
}

export type ChatServer = Forked<{ port: number; cookie: string; userId: string }>

/** See `chat-server.ts` for the environment. */
export function startChatServer(environment: Record<string, string>): Promise<ChatServer> {
  return forkServer('./chat-server.ts', environment)
}
