/** A Next.js site of one static page, for comparison with the home page. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../test/product.ts'
import { installApart } from './packages.ts'

const timeoutMs = 120_000

const layout = `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>
}
`
const page = `import { content } from './content.js'
export const dynamic = 'force-static'
export default function Page() {
  return <main dangerouslySetInnerHTML={{ __html: content }} />
}
`

export type NextSite = AsyncDisposable & { url: string; pid: number; version: string }

/**
 * Builds and starts Next.js with `content` as its body.
 *
 * @throws Error when it cannot be installed within a minute or does not build.
 */
export async function startNextSite(content: string): Promise<NextSite> {
  const folder = installApart('next', ['next@16', 'react@19', 'react-dom@19'])
  mkdirSync(join(folder, 'app'), { recursive: true })
  writeFileSync(join(folder, 'app/layout.js'), layout)
  writeFileSync(join(folder, 'app/page.js'), page)
  writeFileSync(
    join(folder, 'app/content.js'),
    `export const content = ${JSON.stringify(content)}\n`,
  )
  const program = join(folder, 'node_modules/next/dist/bin/next')
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const options = { cwd: folder, env, timeout: timeoutMs, stdio: 'pipe' } as const
  const version = execFileSync(process.execPath, [program, '--version'], options).toString().trim()
  execFileSync(process.execPath, [program, 'build'], options)
  const port = await freePort()
  const flags = ['start', '--hostname', '127.0.0.1', '--port', String(port)]
  const child = spawn(process.execPath, [program, ...flags], { cwd: folder, env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/`
  try {
    await untilAnswering(url, child)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return {
    ...{ url, version, pid: child.pid ?? 0 },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + 30_000
  while (performance.now() < end && child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error('Next.js did not answer')
}
