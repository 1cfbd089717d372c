/**
 * Memory of an idle visitor: a joined chat compared with a plain ws server and Socket.IO. `node
 * bench/sockets.ts [count] [--quick]`; 10,000 sockets by default.
 */
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../test/postgres-server.ts'
import { newDataDirectory } from '../test/product.ts'
import { addressOf, holdOpen, joinMany } from './chat-load.ts'
import { type Forked, startAnchor, startChatServer } from './forked.ts'
import { type Effort, type Figure, figure, spreadOf } from './measure.ts'
import { installApart } from './packages.ts'
import { runAlone } from './table.ts'

/** Sockets opened and closed first, so that one-time allocations are not counted. */
const before = 300

type Bytes = { each: number; used: number; open: number }

async function bytesOf(
  server: Forked,
  many: number,
  open: (many: number) => Promise<() => void>,
): Promise<Bytes> {
  const leave = await open(before)
  leave()
  await wait(2_000)
  const empty = await server.figures()
  await open(many)
  await wait(2_000)
  const full = await server.figures()
  const sockets = full.open - empty.open
  return {
    each: (full.rss - empty.rss) / sockets,
    used: (full.used - empty.used) / sockets,
    open: sockets,
  }
}

export async function bytesOfChat(many: number): Promise<Bytes> {
  const dataDir = newDataDirectory()
  try {
    await using postgres = await startPostgres()
    await using server = await startChatServer({ DATA_DIR: dataDir, DATABASE_URL: postgres.url })
    return await bytesOf(server, many, async (count) => {
      const visitors = await joinMany(addressOf(server), count)
      return () => {
        for (const { socket } of visitors) socket.terminate()
      }
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function bytesOfWs(many: number): Promise<Bytes> {
  await using server = await startAnchor({ kind: 'ws' })
  return await bytesOf(server, many, (count) => holdOpen(addressOf(server), count))
}

/** A connection counts once it is in the namespace: `40` (Socket.IO protocol 5). */
async function bytesOfSocketIo(many: number): Promise<Bytes> {
  const folder = installApart('socketio', ['socket.io@4'])
  await using server = await startAnchor({ kind: 'socketio', folder })
  const url = `ws://127.0.0.1:${server.ready.port}/socket.io/?EIO=4&transport=websocket`
  return await bytesOf(server, many, (count) => holdOpen(url, count, '40'))
}

const kilobytes = ({ each }: Bytes) => each / 1024

export async function sockets({ quick }: Effort, words: readonly string[] = []) {
  const many = Number(words[0] ?? (quick ? 1_000 : 10_000))
  const ours = await bytesOfChat(many)
  const bare = await bytesOfWs(many)
  const peer = await bytesOfSocketIo(many).catch((error: Error) => error)
  const theirs =
    peer instanceof Error
      ? `Socket.IO not measured: ${peer.message.split('\n')[0]}`
      : `Socket.IO ${kilobytes(peer).toFixed(1)} KB`
  const figures: Figure[] = [
    figure({
      name: `idle socket at ${ours.open.toLocaleString('en')}`,
      value: spreadOf([kilobytes(ours)]),
      unit: 'KB',
      goal: { atMost: 9 },
      detail: `${(ours.used / 1024).toFixed(1)} KB of it in use; bare ws ${kilobytes(bare).toFixed(1)} KB, ${theirs}`,
    }),
    figure({
      name: 'idle socket, beside bare ws',
      value: spreadOf([ours.each / bare.each]),
      unit: '',
      detail: 'a joined visitor with the state of a chat beside a socket that means nothing',
    }),
  ]
  return figures
}

if (import.meta.main) await runAlone(sockets)
