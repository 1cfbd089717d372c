import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '../project-root.ts'
import { type Message, readMessage, writeMessage } from './message.ts'
import { maxHeapMb, SandboxError } from './sandbox-limits.ts'

const timeoutMs = 30_000
const maxAnswerBytes = 128 * 1024 * 1024

/** The process may only read modules: no other file, no socket, no further process. */
const permissions = [
  '--permission',
  '--allow-addons',
  '--no-warnings',
  ...['node_modules', 'build', 'src', 'package.json'].map(
    (name) => `--allow-fs-read=${fileURLToPath(new URL(name, projectRoot))}`,
  ),
]

/**
 * Runs a program on untrusted input in a process of its own, for native code and for input that may
 * use up all memory. Nothing that happens there ends this process.
 *
 * @param program calls `answerMessage` of `answer-message.ts`.
 * @throws SandboxError
 */
export async function runInProcess(program: URL, task: Message): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>()
  const child = spawn(
    process.execPath,
    [...permissions, `--max-old-space-size=${maxHeapMb}`, fileURLToPath(program)],
    // This file keeps the process from searching for the system's fonts.
    { stdio: ['pipe', 'pipe', 'ignore'], env: { FONTCONFIG_FILE: '/dev/null' } },
  )
  const end = (reason: SandboxError['reason']) => {
    reject(new SandboxError(reason))
    child.kill('SIGKILL')
  }
  const tooLong = setTimeout(end, timeoutMs, 'too_slow')
  const chunks: Buffer[] = []
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxAnswerBytes) end('too_much_memory')
    else chunks.push(chunk)
  })
  child.once('error', reject)
  child.once('close', (code, signal) => {
    // When the heap reaches its limit, V8 calls abort().
    if (code !== 0) return end(signal === 'SIGABRT' ? 'too_much_memory' : 'ended')
    try {
      resolve(readMessage(Buffer.concat(chunks)))
    } catch {
      end('ended')
    }
  })
  // The process may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(writeMessage(task))
  try {
    return await promise
  } finally {
    clearTimeout(tooLong)
  }
}
