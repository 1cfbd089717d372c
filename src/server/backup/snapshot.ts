import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { snapshotDirectory } from '../db/data-directory.ts'
import { holdFiles, releaseFiles } from '../db/file-hold.ts'
import type { OpenDatabase } from '../db/open.ts'
import { freeBytes, freeFloorBytes } from '../spool.ts'

/** A copy of the running embedded database as of one moment; its files stay until the release. */
export type Snapshot = {
  directory: string
  /** Milliseconds for which the running process answered no statement. */
  stalledMs: number
  /** False once the process that made it has ended or taken it back. */
  isHeld(): boolean
  release(): void
}

const Answer = z.union([
  z.object({ directory: z.string(), stalledMs: z.number() }),
  z.object({ refused: z.string() }),
])

type Answer = z.infer<typeof Answer>

const socketOf = (dataDir: string) => join(dataDir, 'backup.sock')

async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  let bytes = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    // The engine may remove a file between the listing and this.
    const found = await lstat(join(entry.parentPath, entry.name)).catch(() => undefined)
    bytes += found?.size ?? 0
  }
  return bytes
}

async function copy(database: OpenDatabase, dataDir: string): Promise<Answer> {
  const to = snapshotDirectory(dataDir)
  const bytes = await sizeOf(join(dataDir, 'database'))
  if ((await freeBytes(dataDir)) - bytes < freeFloorBytes) {
    const megabytes = Math.ceil((bytes + freeFloorBytes) / 1024 ** 2)
    return {
      refused: `A backup needs ${megabytes} MB free in ${dataDir} while the product runs. Make room, or stop it first.`,
    }
  }
  const start = performance.now()
  await database.copy?.(to)
  return { directory: to, stalledMs: Math.round(performance.now() - start) }
}

/**
 * Lets a backup in another process have a copy of the embedded database, which only the process
 * that holds its lock can make. It is asked through a socket in the data directory that nobody but
 * the server's own user can open; a copy lives as long as the connection that asked for it.
 *
 * @returns ends it, and removes what is left of a copy.
 */
export async function offerSnapshots(
  database: OpenDatabase,
  dataDir: string,
): Promise<() => Promise<void>> {
  const to = snapshotDirectory(dataDir)
  const sockets = new Set<Socket>()
  let busy: Promise<void> | undefined

  async function serve(socket: Socket): Promise<void> {
    const closed = new Promise((resolve) => socket.on('close', resolve))
    const say = (answer: Answer) => socket.write(`${JSON.stringify(answer)}\n`)
    await database.db.execute(sql.raw(holdFiles))
    try {
      say(await copy(database, dataDir))
      await closed
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
      socket.end(
        `${JSON.stringify({ refused: `The running database could not be copied${reason}.` })}\n`,
      )
    } finally {
      await rm(to, { recursive: true, force: true })
      await database.db.execute(sql.raw(releaseFiles))
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.resume()
    if (busy) {
      const refused = 'Another backup of this installation is under way.'
      return void socket.end(`${JSON.stringify({ refused } satisfies Answer)}\n`)
    }
    busy = serve(socket)
      .catch(() => void socket.destroy())
      .finally(() => {
        busy = undefined
      })
  })
  const path = socketOf(dataDir)
  // A killed process leaves its socket; the lock of the data directory says that it is gone.
  rmSync(path, { force: true })
  const before = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(before)
  }
  await once(server, 'listening')
  server.on('error', () => {})
  server.unref()
  return async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    await busy
  }
}

/**
 * Asks the process that has the embedded database of `dataDir` open for a copy.
 *
 * @returns undefined when no process answers.
 * @throws Error of one line when it refuses.
 */
export async function takeSnapshot(dataDir: string): Promise<Snapshot | undefined> {
  if (!existsSync(socketOf(dataDir))) return undefined
  const socket = connect(socketOf(dataDir)).setEncoding('utf8')
  const line = await new Promise<string | undefined>((resolve) => {
    let said = ''
    socket.on('data', (text: string) => {
      said += text
      if (said.endsWith('\n')) resolve(said)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(undefined))
  })
  if (line === undefined) return undefined
  const answer = Answer.parse(JSON.parse(line))
  if ('refused' in answer) throw new Error(answer.refused)
  // The connection is what keeps the copy.
  return { ...answer, isHeld: () => !socket.closed, release: () => socket.destroy() }
}
