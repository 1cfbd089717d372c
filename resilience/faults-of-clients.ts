import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { percentile } from '../bench/measure.ts'
import { type Report, seconds } from '../bench/report.ts'
import { call } from '../bench/visitors.ts'
import { publicUrl, signIn, wait } from '../test/chat-pairs.ts'
import { startProduct } from '../test/product.ts'
import { multipart, pdf } from '../test/sample-files.ts'
import { environmentOf, newDocuments } from './fault-writers.ts'

type Attack = {
  name: string
  begin(socket: Socket, cookie: string, file: string): void
  goOn(socket: Socket): void
}

const nothing = () => {}
const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: localhost\r\n${more}`

/** The attacks of slowhttptest (-H, -B, -X), and connections that send nothing. */
const attacks: Attack[] = [
  { name: 'that say nothing', begin: nothing, goOn: nothing },
  {
    name: 'with slow headers',
    begin: (socket) => socket.write(head('GET /')),
    goOn: (socket) => socket.write('X-More: 1\r\n'),
  },
  {
    name: 'with slow bodies',
    begin(socket) {
      const more = 'Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n{'
      socket.write(head('POST /api/contact', `Origin: ${publicUrl}\r\n${more}`))
    },
    goOn: (socket) => socket.write(' '),
  },
  {
    name: 'that read nothing of 400 pages each',
    begin(socket) {
      socket.pause()
      socket.write(`${head('GET /')}\r\n`.repeat(400))
    },
    goOn: nothing,
  },
  {
    name: 'that read nothing of a file of 20 MB',
    begin(socket, cookie, file) {
      socket.pause()
      socket.write(head(`GET ${file}`, `Cookie: ${cookie}\r\n\r\n`))
    },
    goOn: nothing,
  },
]

const memoryOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Connections still open at the server's end, including those that do not read. */
const openAt = (port: number): number =>
  readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => {
      const [, local = '', , state] = line.trim().split(/\s+/)
      return (
        state === '01' && local.endsWith(`:${port.toString(16).toUpperCase().padStart(4, '0')}`)
      )
    }).length

async function uploadFile(url: string, cookie: string): Promise<string> {
  const path = await newDocuments(url, cookie)
  const { headers, payload } = multipart(
    'a.pdf',
    Buffer.concat([pdf, Buffer.alloc(20_000_000, 32)]),
  )
  const answer = await fetch(`${url}${path}/upload`, {
    method: 'POST',
    headers: { ...headers, origin: publicUrl, cookie },
    body: new Uint8Array(payload),
  })
  return `${path}/${((await answer.json()) as { id: string }).id}/download`
}

export async function slowClients(report: Report, isShort: boolean): Promise<void> {
  const count = isShort ? 50 : 500
  for (const { name, begin, goOn } of attacks) {
    await using product = await startProduct({ environment: environmentOf({ HOST: '127.0.0.1' }) })
    const port = Number(new URL(product.url).port)
    const url = `http://127.0.0.1:${port}`
    const { cookie } = await signIn(url)
    await call(url, { path: '/' })
    const file = await uploadFile(url, cookie)
    const memory = memoryOf(product.pid)
    // Connections of this process stay open as well.
    const before = openAt(port)
    const sockets = Array.from({ length: count }, () => {
      const socket = connect(port, '127.0.0.1', () => begin(socket, cookie, file))
      socket.on('error', nothing)
      return socket
    })
    const started = performance.now()
    const times: number[] = []
    const failed: number[] = []
    let most = memory
    await wait(1_000)
    const begun = openAt(port) - before
    while (performance.now() - started < 40_000 && openAt(port) > before) {
      const { status, ms } = await call(url, { path: '/services/document-processing' })
      times.push(ms)
      if (status !== 200) failed.push(status)
      most = Math.max(most, memoryOf(product.pid))
      for (const socket of sockets) if (socket.writable) goOn(socket)
      await wait(500)
    }
    const tookMs = performance.now() - started
    for (const socket of sockets) socket.destroy()
    report(
      tookMs < 17_000 && failed.length === 0 && most - memory < count,
      `${count} connections ${name} (${begun} open after a second): all closed after ${seconds(tookMs)}; ` +
        `others were served meanwhile, ${failed.length} of ${times.length} failed, p99 ` +
        `${percentile(times, 0.99).toFixed(0)} ms; memory +${(most - memory).toFixed(0)} MB at the most`,
    )
  }
}
