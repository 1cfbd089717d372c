import { createHash } from 'node:crypto'
import { publicUrl, signIn } from '../test/chat-pairs.ts'
import { multipart } from '../test/sample-files.ts'

type Answer<T> = { status: number; body: T }

/** A signed-in user of the product, whose session outlives its restarts. `status` is 0 without an answer. */
export type Staff = {
  id: string
  call<T>(path: string, body?: unknown, more?: More): Promise<Answer<T>>
  /** A body of JSON as text or in pieces. @returns the status, 0 without an answer. */
  sendText(path: string, text: string | ReadableStream): Promise<number>
  upload(name: string, bytes: Buffer): Promise<string | undefined>
  download(path: string): Promise<Buffer | undefined>
  /** The same session at another instance. */
  at(url: string): Staff
}

type More = { method?: string; idempotencyKey?: string }

async function send<T>(url: string, options: RequestInit): Promise<Answer<T>> {
  try {
    const answer = await fetch(url, options)
    const text = await answer.text()
    return { status: answer.status, body: (text ? JSON.parse(text) : null) as T }
  } catch {
    return { status: 0, body: null as T }
  }
}

function staffWith(url: string, cookie: string, id: string): Staff {
  const own = { cookie, origin: publicUrl }
  return {
    id,
    at: (other) => staffWith(other, cookie, id),
    call<T>(path: string, body?: unknown, { method, idempotencyKey }: More = {}) {
      return send<T>(`${url}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...own,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    },
    async sendText(path, body) {
      const headers = { ...own, 'content-type': 'application/json' }
      const { status } = await send(`${url}${path}`, {
        ...{ method: 'POST', headers, body },
        ...(typeof body !== 'string' && { duplex: 'half' as const }),
      })
      return status
    },
    async download(path) {
      const answer = await fetch(`${url}${path}`, { headers: own })
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined
    },
    async upload(name, bytes) {
      const { headers, payload } = multipart(name, bytes)
      const body = new Uint8Array(payload)
      const options = { method: 'POST', headers: { ...own, ...headers }, body }
      const answer = await send<{ id: string }>(`${url}/api/admin/mail/files`, options)
      return answer.status === 201 ? answer.body.id : undefined
    },
  }
}

/** The first owner. */
export async function owner(url: string): Promise<Staff> {
  const { cookie, id } = await signIn(url)
  return staffWith(url, cookie, id)
}

/** A new user, invited by the owner. */
export async function newColleague(
  url: string,
  invitedBy: Staff,
  { username, email, role = 'agent' }: { username: string; email?: string; role?: string },
): Promise<Staff> {
  const password = 'seven quiet harbour lamps'
  const invited = await invitedBy.call<{ link: string; user: { id: string } }>('/api/admin/users', {
    ...{ username, role },
    ...(email && { email }),
  })
  const { link, user } = invited.body
  const headers = { origin: publicUrl, 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await post('/api/invitations/accept', { token: link.slice(link.indexOf('#') + 1), password })
  const signedIn = await post('/api/auth/login', { username, password })
  if (!signedIn.ok) throw new Error(`Signing in was answered ${signedIn.status}`)
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return staffWith(url, cookie, user.id)
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
