import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { memoryMb, percentile } from '../bench/measure.ts'
import type { Report } from '../bench/report.ts'
import { makePeople, prepare } from '../bench/uploads.ts'
import { openDatabase } from '../src/server/database/open.ts'
import { projectDocuments } from '../src/server/database/schema.ts'
import { publicUrl, signIn, until, wait } from '../test/chat-pairs.ts'
import { newDataDirectory, startProduct } from '../test/product.ts'
import { pdf } from '../test/sample-files.ts'
import { openRawVisitor } from './fault-chats.ts'
import { beginUpload, environmentOf, newDocuments } from './fault-writers.ts'

/** Twenty uploads of 50 MB at once beside a chat, and uploads that break off at three places. */
export async function crowdedUploads(report: Report, isShort: boolean): Promise<void> {
  const people = ['admin', 'two', 'three', 'four', 'five']
  const times = isShort ? 4 : 20
  const dataDir = newDataDirectory()
  mkdirSync(join(dataDir, 'documents'), { recursive: true, mode: 0o700 })
  makePeople(dataDir, people)
  const product = await startProduct({ dataDir, environment: environmentOf() })
  const filesOpen = () => readdirSync(`/proc/${product.pid}/fd`).length
  const senders = await Promise.all(people.map((name) => prepare(product.url, name, publicUrl)))
  await senders[0]?.()
  const before = memoryMb(product.pid)
  let most = before
  let isOver = false
  const echoes: number[] = []
  const chat = await openRawVisitor(product.url, '10.8.0.1')
  const chatting = (async () => {
    while (!isOver) {
      echoes.push(await chat.echo())
      most = Math.max(most, memoryMb(product.pid))
      // A chat may send one message a second in the long run.
      await wait(1_000)
    }
  })()
  const statuses: number[] = []
  for (let round = 0; round < (isShort ? 1 : 5); round++) {
    const sent = senders.flatMap((send) => [send(), send(), send(), send()])
    statuses.push(...(await Promise.all(sent)))
  }
  isOver = true
  await chatting
  chat.close()
  const stored = statuses.filter((status) => status === 201).length
  report(
    stored === statuses.length && percentile(echoes, 0.95) < 300 && most - before < 150,
    `${statuses.length} uploads of 50 MB, 20 at once: ${stored} kept; ${echoes.length} chat messages meanwhile came ` +
      `back after ${percentile(echoes, 0.95).toFixed(0)} ms (p95); memory +${(most - before).toFixed(0)} MB`,
  )

  const { cookie } = await signIn(product.url)
  const path = await newDocuments(product.url, cookie)
  const bytes = Buffer.concat([pdf, Buffer.alloc(8_000_000, 32)])
  const folder = join(dataDir, 'documents')
  const filesBefore = readdirSync(folder).length
  // The process may have opened files of its own in the meantime.
  const openBefore = filesOpen()
  for (const part of [0.01, 0.5, 0.99]) {
    for (let n = 0; n < times; n++) {
      const upload = beginUpload({ url: product.url, path, cookie }, bytes, part)
      await upload.sent
      upload.socket.destroy()
    }
  }
  const started = performance.now()
  await until('what was begun to go', 60_000, () => readdirSync(folder).length === filesBefore)
  await until('the files to be closed', 60_000, () => filesOpen() <= openBefore + 5)
  const goneMs = performance.now() - started
  await product.stop()
  const database = await openDatabase({ dataDir })
  const rows = await database.db.$count(projectDocuments)
  await database.close()
  rmSync(dataDir, { recursive: true })
  report(
    rows === stored + 1,
    `${3 * times} uploads broken off at 1, 50 and 99 %: ${rows - stored - 1} rows of them, their files gone and ` +
      `closed after ${(goneMs / 1000).toFixed(1)} s`,
  )
}
