import { connect, type Socket } from 'node:net'
import { atPace } from './measure.ts'

/** Headers, and what is posted, may differ from one request to the next. */
export type Target = {
  url: string
  headers?: (n: number) => Record<string, string>
  post?: (n: number) => { path: string; body: string }
}

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/**
 * A kept-alive connection with one request at a time. Parses as little of a response as possible,
 * to leave the CPU to the server.
 */
class Connection {
  #socket: Socket | undefined
  #port: number
  #host: string

  constructor({ hostname, port }: URL) {
    this.#host = hostname === 'localhost' ? '127.0.0.1' : hostname
    this.#port = Number(port)
  }

  /** @throws Error when the answer is not a success. */
  async ask(request: string): Promise<void> {
    const socket = await this.#open()
    return new Promise((resolve, reject) => {
      let head: Buffer | undefined
      let missing = Number.POSITIVE_INFINITY
      let early: Buffer = Buffer.alloc(0)
      let closes = false
      const settle = (error?: Error) => {
        socket.off('data', read).off('error', settle).off('close', lost)
        if (closes || error) {
          socket.destroy()
          this.#socket = undefined
        }
        if (error) reject(error)
        else resolve()
      }
      const lost = () => settle(new Error('the connection was closed'))
      const read = (data: Buffer) => {
        let body = data
        if (!head) {
          early = early.length > 0 ? Buffer.concat([early, data]) : data
          const end = early.indexOf(headEnd)
          if (end === -1) return
          head = early.subarray(0, end)
          body = early.subarray(end + 4)
          const text = head.toString('latin1').toLowerCase()
          if (!text.startsWith('http/1.1 2'))
            return settle(new Error(`${text.split('\r\n')[0]} to ${request.split('\r\n')[0]}`))
          missing = Number(/\r\ncontent-length: (\d+)/.exec(text)?.[1] ?? Number.POSITIVE_INFINITY)
          closes = text.includes('\r\nconnection: close')
        }
        missing -= body.length
        const isChunked = missing === Number.POSITIVE_INFINITY
        if (missing <= 0 || (isChunked && data.subarray(-5).equals(lastChunk))) settle()
      }
      socket.on('data', read).on('error', settle).on('close', lost)
      socket.write(request)
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  #open(): Promise<Socket> {
    if (this.#socket && !this.#socket.destroyed) return Promise.resolve(this.#socket)
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#port, host: this.#host, noDelay: true })
      socket.once('error', reject).once('connect', () => {
        socket.off('error', reject)
        this.#socket = socket
        resolve(socket)
      })
    })
  }
}

function requestsOf({ url, headers, post }: Target): (n: number) => string {
  const { pathname, search, host, origin } = new URL(url)
  const write = (given: Record<string, string>) =>
    Object.entries(given)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
  return (n) => {
    const given = { host, ...headers?.(n) }
    if (!post) return `GET ${pathname}${search} HTTP/1.1\r\n${write(given)}\r\n`
    const { path, body } = post(n)
    const size = String(Buffer.byteLength(body))
    const all = { origin, 'content-type': 'application/json', 'content-length': size, ...given }
    return `POST ${path} HTTP/1.1\r\n${write(all)}\r\n${body}`
  }
}

/** Ends after `seconds`, or after `most` requests. */
type Load = { seconds: number; connections?: number; most?: number }

/** Each connection sends the next request as soon as it has a response. */
export async function saturate(
  target: Target,
  { seconds, connections = 8, most = Number.POSITIVE_INFINITY }: Load,
): Promise<{ done: number; perSecond: number }> {
  const requestOf = requestsOf(target)
  const started = performance.now()
  const end = started + seconds * 1000
  let asked = 0
  let done = 0
  const ask = async () => {
    const connection = new Connection(new URL(target.url))
    while (performance.now() < end && asked < most) {
      await connection.ask(requestOf(asked++))
      done++
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, ask))
  return { done, perSecond: done / ((performance.now() - started) / 1000) }
}

/** Milliseconds from request to response at a fixed rate, however slow responses are. */
export async function atRate(
  target: Target,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const requestOf = requestsOf(target)
  const idle: Connection[] = []
  const times: number[] = []
  const asking: Promise<void>[] = []
  const ask = async (n: number) => {
    const started = performance.now()
    const connection = idle.pop() ?? new Connection(new URL(target.url))
    await connection.ask(requestOf(n))
    times.push(performance.now() - started)
    idle.push(connection)
  }
  await atPace(perSecond, seconds, (n) => void asking.push(ask(n)))
  await Promise.all(asking)
  for (const connection of idle) connection.close()
  return times
}

/** Gives each request a different address, to stay below limits per address. */
export function fromEverywhere(n: number): Record<string, string> {
  return { 'x-forwarded-for': `10.${n % 250}.${(n >> 8) % 250}.${n % 199}` }
}
