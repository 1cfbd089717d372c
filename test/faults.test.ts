import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { appOver, openHouse } from './house.ts'
import { freePort, newDataDirectory, spawnProduct, startProduct } from './product.ts'
import { newProject, upload, uploadUrl } from './project.ts'
import { pdf } from './sample-files.ts'

const throwing = ['--import', './test/fault-on-signal.ts']

test.each(['timer', 'promise'])(
  'an error that nobody catches (%s) is logged and ends the process with code 1, closed in order',
  async (fault) => {
    await using product = await startProduct({
      programOptions: throwing,
      environment: { FAULT: fault },
    })
    process.kill(product.pid, 'SIGUSR2')
    await expect
      .poll(product.output)
      .toMatch(/"level":60.*"uncaught_exception"|"unhandled_rejection"/)
    expect(await product.stop()).toBe(1)
  },
)

test('a file that breaks off while it is sent ends its own answer only', async () => {
  await using house = await openHouse()
  const mara = await house.person('owner')
  const place = await newProject(house)
  const { id } = await upload(house, mara, place, 'a.pdf', pdf)
  const address = await house.app.listen({ port: 0, host: '127.0.0.1' })
  const { storage } = house.tools
  house.tools.storage = {
    ...storage,
    read: async () =>
      Readable.from(
        (function* () {
          yield pdf.subarray(0, 10)
          throw new Error('The disk is gone')
        })(),
      ),
  }
  const path = uploadUrl(place).replace('/upload', `/${id}/download`)
  const ask = () => fetch(address + path, { headers: { cookie: mara.cookie ?? '' } })
  await expect(ask().then((answer) => answer.arrayBuffer())).rejects.toThrow()
  house.tools.storage = storage
  expect(Buffer.from(await (await ask()).arrayBuffer())).toEqual(pdf)
})

test('a person has at most sixteen downloads under way, taken or not', async () => {
  await using house = await openHouse()
  const [mara, other] = [await house.person('owner'), await house.person('admin')]
  const place = await newProject(house)
  // More than the system keeps for a reader who takes nothing.
  const file = Buffer.concat([pdf, Buffer.alloc(12_000_000, 32)])
  const { id } = await upload(house, mara, place, 'a.pdf', file)
  const address = await house.app.listen({ port: 0, host: '127.0.0.1' })
  const path = uploadUrl(place).replace('/upload', `/${id}/download`)
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
  await using house = await openHouse()
  let pages = 0
  await using app = await appOver(house.tools, {
    answerAgain({ url }, response) {
      if (url !== '/') return false
      pages += 1
      response.end('A page.')
      return true
    },
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
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

test('a SIGTERM while the product starts ends it in order, and it starts again', async () => {
  const dataDir = newDataDirectory()
  const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  const { child, ended } = spawnProduct(environment)
  // Taken before the database opens.
  await expect
    .poll(() => existsSync(join(dataDir, 'database.lock')), { timeout: 20_000 })
    .toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  await using product = await startProduct({ dataDir })
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a second SIGTERM does not wait for what is under way', async () => {
  await using product = await startProduct()
  const socket = connect(Number(new URL(product.url).port), 'localhost')
  await once(socket, 'connect')
  socket.write('POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{')
  socket.on('error', () => {})
  process.kill(product.pid, 'SIGTERM')
  await expect
    .poll(() =>
      fetch(`${product.url}/readyz`).then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone')
  expect(await product.stop()).toBe(1)
})
