/**
 * Proves that uploads during a chat are all kept, and that those which break off leave no row, no
 * file and no open handle: `npm run prove:uploads -- [crowded] [cut] [short]`
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { on } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { openDatabase } from '#server/database/open.ts'
import { projectDocuments } from '#server/database/schema.ts'
import { publicUrl, signIn, until, wait } from '#test/harness/chat-pairs.ts'
import { newDataDirectory, type RunningProduct, startProduct } from '#test/harness/product.ts'
import { multipart, pdf } from '#test/harness/sample-files.ts'
import { joinMany, type Visitor } from '../bench/chat-load.ts'
import { memoryMb, percentile } from '../bench/measure.ts'
import { addPeople, newDocuments, prepare } from '../bench/uploads.ts'
import { openReport } from './report.ts'

const words = process.argv.slice(2)
const isShort = words.includes('short')
const isWanted = (part: string) => words.includes(part) || words.every((word) => word === 'short')
const { report, end } = openReport()
const others = ['two', 'three', 'four', 'five']

/** @returns the milliseconds until the message has come back as a stored one. */
async function echoMs({ socket, sessionId }: Visitor): Promise<number> {
  const started = performance.now()
  const clientMessageId = randomUUID()
  const content = 'How long does it take?'
  socket.send(JSON.stringify({ type: 'send_message', sessionId, content, clientMessageId }))
  for await (const [data] of on(socket, 'message', { signal: AbortSignal.timeout(30_000) })) {
    if (String(data).includes(clientMessageId)) break
  }
  return performance.now() - started
}

/**
 * Runs twenty uploads of 50 MB at once during a chat.
 * @returns how many were kept.
 */
async function crowded(product: RunningProduct): Promise<number> {
  const senders = await Promise.all(['admin', ...others].map((name) => prepare(product.url, name)))
  await senders[0]?.()
  const before = memoryMb(product.pid)
  let maxSeen = before
  let isOver = false
  const echoes: number[] = []
  const [visitor] = await joinMany(product.url, 1)
  if (!visitor) throw new Error('no chat')
  const chatting = (async () => {
    while (!isOver) {
      echoes.push(await echoMs(visitor))
      maxSeen = Math.max(maxSeen, memoryMb(product.pid))
      // A chat may only send one message a second over time.
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
  visitor.socket.terminate()
  const kept = statuses.filter((status) => status === 201).length
  report(
    kept === statuses.length && percentile(echoes, 0.95) < 300 && maxSeen - before < 150,
    `${statuses.length} uploads of 50 MB, 20 at once: ${kept} kept; ${echoes.length} chat messages meanwhile came ` +
      `back after ${percentile(echoes, 0.95).toFixed(0)} ms (p95); memory +${(maxSeen - before).toFixed(0)} MB`,
  )
  return kept + 1
}

/** Sends only a `part` (0 to 1) of an upload and then destroys the connection. */
async function breakOff(url: string, path: string, cookie: string, part: number): Promise<void> {
  const { headers, payload } = multipart('half.pdf', bytes)
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  const lines = { ...headers, host: 'localhost', origin: publicUrl, cookie }
  const head = Object.entries({ ...lines, 'content-length': payload.length })
  socket.write(`POST ${path}/upload HTTP/1.1\r\n`)
  socket.write(`${head.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`)
  const sent = payload.subarray(0, Math.ceil(payload.length * part))
  await new Promise((resolve) => socket.write(sent, resolve))
  socket.destroy()
}

const bytes = Buffer.concat([pdf, Buffer.alloc(8_000_000, 32)])

async function cut(product: RunningProduct, kept: number): Promise<void> {
  const { url, dataDir, pid } = product
  const { cookie } = await signIn(url)
  const path = await newDocuments(url, cookie)
  const files = () => readdirSync(join(dataDir, 'documents')).length
  // The process may have opened files of its own in the meantime.
  const open = () => readdirSync(`/proc/${pid}/fd`).length
  const [filesBefore, openBefore] = [files(), open() + 5]
  const times = isShort ? 4 : 20
  for (const part of [0.01, 0.5, 0.99]) {
    for (let n = 0; n < times; n++) await breakOff(url, path, cookie, part)
  }
  const started = performance.now()
  const isGone = () => files() === filesBefore && open() <= openBefore
  await until('files and handles to go', 30_000, isGone).catch(() => {})
  const goneMs = performance.now() - started
  const left = `${files() - filesBefore} files, ${Math.max(0, open() - openBefore)} handles`
  const isSound = isGone()
  await product.stop()
  const database = await openDatabase({ dataDir })
  const rows = await database.db.$count(projectDocuments)
  await database.close()
  report(
    isSound && rows === kept,
    `${3 * times} uploads broken off at 1, 50 and 99 %: ${rows - kept} rows, ${left} of them left ` +
      `after ${(goneMs / 1000).toFixed(1)} s`,
  )
}

const dataDir = newDataDirectory()
const SECRET_KEY = randomBytes(32).toString('base64')
const environment = {
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'fatal',
  SECRET_KEY,
}
const product = await startProduct({ dataDir, environment })
addPeople(dataDir, others)
const kept = isWanted('crowded') ? await crowded(product) : 0
if (isWanted('cut')) await cut(product, kept)
await product.stop()
rmSync(dataDir, { recursive: true })
end()
