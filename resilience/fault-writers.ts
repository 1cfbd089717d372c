import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { call, type Reply } from '../bench/visitors.ts'
import { openDatabase } from '../src/server/database/open.ts'
import { publicUrl, until, wait } from '../test/chat-pairs.ts'
import { multipart } from '../test/sample-files.ts'

/** A new address for each call: limits per address are not under test here. */
export const anyAddress = () => `10.${randomBytes(3).join('.')}`

/** Environment of the tested product, without log lines about the injected faults. */
export function environmentOf(extra: Record<string, string> = {}): Record<string, string> {
  return {
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    SECRET_KEY: randomBytes(32).toString('base64'),
    ...extra,
  }
}

/** Creates a client with a project. @returns the path of its documents. */
export async function newDocuments(url: string, cookie: string): Promise<string> {
  const make = async (path: string, body: object) => {
    const { status, text } = await call(url, { path, method: 'POST', body, cookie })
    if (status !== 201) throw new Error(`${path} was answered ${status}`)
    return (JSON.parse(text) as { id: string }).id
  }
  const person = { name: 'Fault', email: 'fault@n.example', company: '', status: 'active' }
  const path = `/api/admin/clients/${await make('/api/admin/clients', person)}/projects`
  return `${path}/${await make(path, { title: 'Fault' })}/documents`
}

/** A raw upload that sends only `part` (0 to 1) of the body. */
export function beginUpload(
  { url, path, cookie }: { url: string; path: string; cookie: string },
  bytes: Buffer,
  part: number,
) {
  const { headers, payload } = multipart('half.pdf', bytes)
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (text) => {
    answer += text
  })
  const lines = { ...headers, host: 'localhost', origin: publicUrl, cookie }
  const head = Object.entries({ ...lines, 'content-length': payload.length })
  const length = Math.ceil(payload.length * part)
  socket.write(
    `POST ${path}/upload HTTP/1.1\r\n${head.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`,
  )
  // Not `once` of node:events, which treats a reset connection as an error.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const sent = new Promise((resolve) => socket.write(payload.subarray(0, length), resolve))
  return {
    ...{ socket, sent, closed, answer: () => answer },
    goOn: () => socket.write(payload.subarray(length)),
  }
}

/** Sends messages and creates clients one after the other; acknowledged ones must be stored. */
export class Writers {
  readonly acknowledged = new Set<string>()
  readonly replies: Reply[] = []
  cookie = ''
  #url: string
  #isOver = false
  #all: Promise<unknown> = Promise.resolve()

  constructor(url: string) {
    this.#url = url
  }

  start(count: number): void {
    this.#all = Promise.all(Array.from({ length: count }, (_, n) => this.#write(n)))
  }

  async #write(n: number): Promise<void> {
    while (!this.#isOver) {
      const name = `Row ${randomUUID()}`
      const isLead = n % 2 === 0
      const reply = await call(this.#url, {
        path: isLead ? '/api/contact' : '/api/admin/clients',
        method: 'POST',
        body: isLead
          ? { name, email: 'row@n.example', message: 'Written while something fails.' }
          : { name, email: `${name.slice(4)}@n.example`, company: 'Row', status: 'active' },
        cookie: this.cookie,
        forwardedFor: anyAddress(),
      })
      this.replies.push(reply)
      if (reply.status === 201) this.acknowledged.add(name)
      else await wait(reply.status === 429 ? 500 : 20)
    }
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#all
  }
}

/** How often each written name is in the database, read after the product has ended. */
export async function storedIn(
  dataDir: string,
  databaseUrl?: string,
): Promise<Map<string, number>> {
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    const { rows } = await database.db.execute<{ name: string; count: number }>(
      sql`select name, count(*)::int as count from
          (select name from inquiries union all select name from clients) rows
          where name like 'Row %' group by name`,
    )
    return new Map(rows.map(({ name, count }) => [name, count]))
  } finally {
    await database.close()
  }
}

export function judge(acknowledged: ReadonlySet<string>, stored: ReadonlyMap<string, number>) {
  const lost = [...acknowledged].filter((name) => !stored.has(name)).length
  const doubled = [...stored.values()].filter((count) => count > 1).length
  return {
    lost,
    doubled,
    text: `${acknowledged.size} writes acknowledged, ${lost} lost, ${doubled} doubled`,
  }
}

/** @returns milliseconds until `/readyz` answered 200. */
export async function untilReady(url: string, timeoutMs: number): Promise<number> {
  const started = performance.now()
  await until('the product to be ready', timeoutMs, async () => {
    const { status } = await call(url, { path: '/readyz' })
    return status === 200
  })
  return performance.now() - started
}
