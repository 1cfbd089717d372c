import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { maxBytes } from '#contract/file-rules.ts'
import { projectDocuments } from '#server/database/schema.ts'
import { documentsDirectory } from '#server/files/open-storage.ts'
import { watchPace } from '#server/http/read-upload.ts'
import { eventually } from '#test/harness/eventually.ts'
import { openFilesIn } from '#test/harness/open-files.ts'
import { newProject, type ProjectRef, send, uploadUrl } from '#test/harness/project.ts'
import { multipart, pdf, type Sent } from '#test/harness/sample-files.ts'
import { openTestApp, origin, type Person, type TestApp } from '#test/harness/test-app.ts'

type Scene = { app: TestApp; admin: Person; project: ProjectRef; url: string }

async function openScene(): Promise<Scene & AsyncDisposable> {
  const app = await openTestApp()
  const admin = await app.person('admin')
  const project = await newProject(app)
  const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    admin,
    project,
    url: address + uploadUrl(project),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** Starts a request over a real connection. The caller writes the body. */
function begin({ admin, url }: Scene, headers: Record<string, string | number>): ClientRequest {
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, origin, cookie: admin.cookie ?? '' },
  })
  sent.on('error', () => {})
  return sent
}

async function answerTo(
  sent: ClientRequest,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, body: JSON.parse(await text(answer)) }
}

async function post(scene: Scene, { headers, payload }: Sent, length: number | 'chunked') {
  const framing: Record<string, string | number> =
    length === 'chunked' ? { 'transfer-encoding': length } : { 'content-length': length }
  const sent = begin(scene, { ...headers, ...framing })
  sent.end(payload)
  return await answerTo(sent)
}

async function expectNothingLeft({ app }: Scene, documents = 0): Promise<void> {
  await eventually(() => {
    expect(readdirSync(documentsDirectory(app.deps.config))).toHaveLength(documents)
  })
  expect(await app.db.$count(projectDocuments)).toBe(documents)
}

const filled = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length, 32)])

test('52,428,800 bytes are taken and one more is not, with and without a declared length', async () => {
  await using scene = await openScene()
  const exact = multipart('a.pdf', filled(maxBytes))
  const over = multipart('a.pdf', filled(maxBytes + 1))
  for (const length of ['declared', 'chunked'] as const) {
    const lengthOf = ({ payload }: Sent) => (length === 'chunked' ? length : payload.length)
    const taken = await post(scene, exact, lengthOf(exact))
    expect([length, taken.status, taken.body.fileSize]).toEqual([length, 201, maxBytes])
    const refused = await post(scene, over, lengthOf(over))
    expect([length, refused.status]).toEqual([length, 413])
    expect(refused.body).toMatchObject({
      code: 'too_large',
      message: 'a.pdf is too large. Maximum size is 50MB.',
      fields: { document: 'File too large' },
    })
  }
  await expectNothingLeft(scene, 2)
})

test('far too long a body is refused before it is read', async () => {
  await using scene = await openScene()
  const { headers, payload } = multipart('a.pdf', pdf)
  const sent = begin(scene, { ...headers, 'content-length': 10 * maxBytes })
  sent.write(payload)
  const answer = await answerTo(sent)
  sent.destroy()
  expect([answer.status, answer.body.message]).toEqual([
    413,
    'The file is too large. Maximum size is 50MB.',
  ])
  await expectNothingLeft(scene)
})

test('an empty file is refused', async () => {
  await using scene = await openScene()
  for (const name of ['a.txt', 'a.pdf']) {
    const empty = multipart(name, Buffer.alloc(0))
    const { status, body } = await post(scene, empty, empty.payload.length)
    expect([status, body.message]).toEqual([400, `${name} is empty.`])
  }
  await expectNothingLeft(scene)
})

test('a body shorter or longer than declared leaves nothing', async () => {
  await using scene = await openScene()
  const whole = multipart('a.pdf', filled(100_000))
  const cut = await post(scene, { ...whole, payload: whole.payload.subarray(0, 50_000) }, 'chunked')
  expect([cut.status, cut.body.code]).toEqual([400, 'invalid_input'])
  const short = await post(scene, { ...whole, payload: whole.payload.subarray(0, 50_000) }, 50_000)
  expect(short.status).toBe(400)
  const early = begin(scene, { ...whole.headers, 'content-length': 50_000 })
  early.end(whole.payload)
  await once(early, 'close')
  await expectNothingLeft(scene)
})

test('an upload that breaks off leaves no row, no file and no open handle', async () => {
  await using scene = await openScene()
  const { headers, payload } = multipart('a.pdf', filled(4_000_000))
  for (const share of [0.01, 0.5, 0.99, 0.01, 0.5, 0.99]) {
    const sent = begin(scene, { ...headers, 'content-length': payload.length })
    const part = payload.subarray(0, payload.length * share)
    await new Promise<void>((resolve) => sent.write(part, () => resolve()))
    await eventually(() => {
      expect(readdirSync(documentsDirectory(scene.app.deps.config))).toHaveLength(1)
    })
    sent.destroy()
    await expectNothingLeft(scene)
  }
  await eventually(() => expect(openFilesIn(documentsDirectory(scene.app.deps.config))).toEqual([]))
  const again = await post(scene, { headers, payload }, payload.length)
  expect(again.status).toBe(201)
})

const malformed: [string, Sent][] = [
  ['another field', multipart('a.pdf', pdf, { field: 'file' })],
  ['base64', multipart('a.pdf', pdf, { extra: 'Content-Transfer-Encoding: base64\r\n' })],
  ['no file name', multipart('', pdf)],
  ['a NUL in the name', multipart('a.pdf\0.exe', pdf)],
  ['JSON', { payload: Buffer.from('{}'), headers: { 'content-type': 'application/json' } }],
  ['no boundary', { payload: pdf, headers: { 'content-type': 'multipart/form-data' } }],
  [
    'another boundary',
    { ...multipart('a.pdf', pdf), headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  ],
  [
    'a boundary of 10 KB',
    {
      payload: pdf,
      headers: { 'content-type': `multipart/form-data; boundary=${'x'.repeat(10_000)}` },
    },
  ],
  [
    'no body',
    { payload: Buffer.alloc(0), headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  ],
  [
    'a nested multipart',
    multipart('', Buffer.from('--inner\r\n\r\n--inner--'), {
      extra: 'Content-Type: multipart/mixed; boundary=inner\r\n',
    }),
  ],
]

function parts(...inner: string[]): Sent {
  const body = inner.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('')
  return {
    payload: Buffer.from(`${body}--b--\r\n`),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  }
}
const asFile = `name="document"; filename="a.pdf"\r\n\r\n${pdf.toString('latin1')}`
const asField = (index: number) => `name="f${index}"\r\n\r\nx`

test('an upload other than one file in the field "document" is refused and leaves nothing', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const project = await newProject(app)
  const many = Array.from({ length: 1000 }, (_, index) => asField(index))
  const cases: [string, Sent][] = [
    ...malformed,
    ['two files', parts(asFile, asFile)],
    ['a field after the file', parts(asFile, asField(1))],
    ['a thousand fields', parts(...many, asFile)],
    ['only fields', parts(...many)],
  ]
  for (const [about, sent] of cases) {
    const answer = await send(app, admin, project, sent)
    expect([
      about,
      answer.statusCode < 500 && answer.statusCode >= 400,
      answer.json().message,
    ]).toEqual([about, true, expect.any(String)])
    expect([400, 415]).toContain(answer.statusCode)
  }
  expect(readdirSync(documentsDirectory(app.deps.config))).toEqual([])
  expect(await app.db.$count(projectDocuments)).toBe(0)
})

test('a person has at most four uploads under way', async () => {
  await using scene = await openScene()
  const { headers, payload } = multipart('a.pdf', filled(100_000))
  const begun = Array.from({ length: 4 }, () => {
    const sent = begin(scene, { ...headers, 'content-length': payload.length })
    sent.write(payload.subarray(0, 50_000))
    return sent
  })
  await eventually(() => {
    expect(readdirSync(documentsDirectory(scene.app.deps.config))).toHaveLength(4)
  })
  const fifth = await post(scene, { headers, payload }, payload.length)
  expect([fifth.status, fifth.body.code]).toEqual([429, 'too_many_requests'])
  const other = await scene.app.person('admin', 'other')
  const elsewhere = await post({ ...scene, admin: other }, { headers, payload }, payload.length)
  expect(elsewhere.status).toBe(201)
  const answers = begun.map(answerTo)
  for (const sent of begun) sent.end(payload.subarray(50_000))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect((await post(scene, { headers, payload }, payload.length)).status).toBe(201)
})

test('an upload that dribbles, or takes too long, is ended', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const pace = { minBytes: 100, everyMs: 20, timeoutMs: 10_000 }
  let received = 0
  const stop = vi.fn()
  const flowing = setInterval(() => (received += 200), 5)
  watchPace(() => received, stop, pace)
  vi.advanceTimersByTime(120)
  expect(stop).not.toHaveBeenCalled()
  clearInterval(flowing)
  vi.advanceTimersByTime(40)
  expect(stop).toHaveBeenCalledOnce()
  const late = vi.fn()
  watchPace(() => (received += 1000), late, pace)
  vi.advanceTimersByTime(9_999)
  expect(late).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(late).toHaveBeenCalledOnce()
})

test('unavailable storage is out of reach in the answer and in its health', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const project = await newProject(app)
  rmSync(documentsDirectory(app.deps.config), { recursive: true })
  const answer = await send(app, admin, project, multipart('a.pdf', pdf))
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
    503,
    'unavailable',
    '30',
  ])
  await expect(app.deps.storage.health.answers()).rejects.toThrow()
  expect(await app.db.$count(projectDocuments)).toBe(0)
})
