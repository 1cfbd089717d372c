/**
 * Memory of an idle visitor in a chat: `node proofs/bench/sockets.ts [--quick]` after `npm run
 * build`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '#test/harness/product.ts'
import { joinMany } from './chat-load.ts'
import { type Effort, type Figure, figure, memoryMb, spreadOf } from './measure.ts'
import { setUp } from './new-database.ts'
import { runAlone } from './report.ts'

/** This many sockets are opened and closed first, so that one-time allocations are not counted. */
const before = 300

/** The garbage is collected on request, so that only retained memory counts. */
const programOptions = [
  '--expose-gc',
  "--import=data:text/javascript,process.on('SIGUSR2',()=>globalThis.gc())",
]

async function heldKb(pid: number): Promise<number> {
  await wait(2_000)
  process.kill(pid, 'SIGUSR2')
  await wait(1_000)
  return memoryMb(pid) * 1024
}

export async function sockets({ quick }: Effort): Promise<Figure[]> {
  const many = quick ? 1_000 : 10_000
  await using product = await startProduct({ environment: setUp(), programOptions })
  for (const { socket } of await joinMany(product.url, before)) socket.terminate()
  const empty = await heldKb(product.pid)
  const visitors = await joinMany(product.url, many)
  const full = await heldKb(product.pid)
  const open = visitors.filter(({ socket }) => socket.readyState === socket.OPEN).length
  return [
    figure({
      name: `idle socket at ${many.toLocaleString('en')}`,
      value: spreadOf([(full - empty) / open]),
      unit: 'KB',
      goal: { atMost: 9 },
      detail: `${open} joined visitors, from ${(empty / 1024).toFixed(0)} to ${(full / 1024).toFixed(0)} MB`,
    }),
  ]
}

if (import.meta.main) await runAlone(sockets)
