import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newProject, upload, uploadUrl } from '../harness/project.ts'
import { pdf } from '../harness/sample-files.ts'
import { appOver, openTestApp } from '../harness/test-app.ts'

test('a file that breaks off while it is sent ends its own answer only', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner')
  const project = await newProject(app)
  const { id } = await upload(app, mara, project, 'a.pdf', pdf)
  const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { storage } = app.deps
  app.deps.storage = {
    ...storage,
    read: async () =>
      Readable.from(
        (function* () {
          yield pdf.subarray(0, 10)
          throw new Error('The disk is gone')
        })(),
      ),
  }
  const path = uploadUrl(project).replace('/upload', `/${id}/download`)
  const ask = () => fetch(address + path, { headers: { cookie: mara.cookie ?? '' } })
  await expect(ask().then((answer) => answer.arrayBuffer())).rejects.toThrow()
  app.deps.storage = storage
  expect(Buffer.from(await (await ask()).arrayBuffer())).toEqual(pdf)
})

test('a person has at most sixteen downloads under way, taken or not', async () => {
  await using app = await openTestApp()
  const [mara, other] = [await app.person('owner'), await app.person('admin')]
  const project = await newProject(app)
  // The file is larger than what the system buffers for a client that does not read.
  const file = Buffer.concat([pdf, Buffer.alloc(12_000_000, 32)])
  const { id } = await upload(app, mara, project, 'a.pdf', file)
  const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const path = uploadUrl(project).replace('/upload', `/${id}/download`)
  const readers = Array.from({ length: 16 }, () => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${mara.cookie}\r\n\r\n`)
    return once(socket, 'readable').then(() => socket)
  })
  const ask = async ({ cookie = '' }) => {
    const answer = await fetch(address + path, { headers: { cookie } })
    await answer.body?.cancel()
    return [answer.status, answer.headers.get('connection')]
  }
  const [first] = await Promise.all(readers)
  expect(await ask(mara)).toEqual([429, 'close'])
  expect(await ask(other)).toEqual([200, 'keep-alive'])
  first?.destroy()
  await expect.poll(() => ask(mara)).toEqual([200, 'keep-alive'])
  for (const reader of readers) (await reader).destroy()
})

test('a connection that asks for much more before it has its answers is ended, and no other', async () => {
  await using app = await openTestApp()
  let pages = 0
  await using server = await appOver(app.deps, {
    addSite: (site) =>
      void site.get('/', { config: { access: 'page' } }, async () => {
        pages += 1
        return 'A page.'
      }),
  })
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  for (const path of ['/', '/api/services']) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(200))
    socket.resume()
    await once(socket, 'close')
  }
  expect(pages).toBeLessThan(20)
  expect((await fetch(`${address}/api/services`)).status).toBe(200)
})

test('requests during shutdown are refused like any other', async () => {
  await using app = await openTestApp()
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const closing = Promise.withResolvers<void>()
  const server = await appOver(app.deps, {
    addSite(site) {
      site.get('/first', { config: { access: 'page' } }, () => {
        asked.resolve()
        return answer.promise
      })
      site.addHook('preClose', async () => closing.resolve())
    },
  })
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write('GET /first HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await asked.promise
  const closed = server.close()
  await closing.promise
  const requested = once(server.server, 'request')
  socket.write('GET /second HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await requested
  answer.resolve('A page.')
  const [, refusal = ''] = (await text(socket)).split('A page.')
  await closed
  expect(refusal).toMatch(/^HTTP\/1\.1 503 .*\r\nX-Content-Type-Options: nosniff\r\n/is)
  expect(JSON.parse(refusal.split('\r\n\r\n')[1] ?? '')).toEqual({
    message: 'The server is stopping. Please try again shortly.',
    code: 'unavailable',
    requestId: expect.any(String),
  })
})
