import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { clients } from '#features/clients/contract.ts'
import { auth } from '#features/identity/sign-in/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { ada, openChatTestApp } from '#test/harness/chat-app.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { diskSpaceIn } from './disk-space.ts'
import { minimumFreeBytes } from './upload-staging.ts'

const full = diskSpaceIn('/', async () => minimumFreeBytes - 1)
const message = { name: 'Ada', email: 'ada@n.example', message: 'Hello', filledInMs: 9_000 }
const client = { name: 'Ada', email: 'ada@n.example' }

test('below the floor new data is refused with a sentence, and reading goes on', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner', 'mara')
  const stored = await mara.call(clients.create, client)
  app.deps.diskSpace = full
  const refused = { code: 'storage_full', status: 507, retryAfter: 60 }
  await expect(app.stranger().call(inquiries.create, message)).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('Nothing was saved'),
  })
  await expect(mara.call(clients.create, client)).rejects.toMatchObject(refused)
  await expect(mara.call(clients.update, { ...stored, name: 'B' })).rejects.toMatchObject(refused)
  const list = await mara.call(clients.list, {})
  expect(list.clients.map(({ name }) => name)).toEqual(['Ada'])
})

test('below the floor people still sign in and out, and what takes away room is done', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner', 'mara')
  const { id } = await mara.call(clients.create, client)
  app.deps.diskSpace = full
  const again = await app.signIn('mara')
  await again.call(auth.logout, {})
  await mara.call(clients.remove, { id })
  expect((await mara.call(clients.list, {})).clients).toEqual([])
})

test('below the floor a chat message is refused, and accepted later', async () => {
  await using app = await openChatTestApp()
  const visitor = await app.visitor()
  const { sessionId } = visitor
  const diskSpace = app.deps.diskSpace
  app.deps.diskSpace = full
  const clientMessageId = randomUUID()
  const frame = { type: 'send_message', sessionId, content: 'Hello', clientMessageId }
  visitor.send(frame)
  expect(await visitor.receive('error')).toMatchObject({ code: 'unavailable', clientMessageId })
  const other = await app.connect()
  other.send({ type: 'visitor_join', visitorInfo: ada })
  expect(await other.receive('error')).toMatchObject({ code: 'unavailable' })
  app.deps.diskSpace = diskSpace
  visitor.send(frame)
  expect((await visitor.receive('new_message')).message.content).toBe('Hello')
})

test('readiness follows the floor, and a disk that cannot be asked refuses nothing', async () => {
  await expect(full.health?.answers()).rejects.toThrow('disk nearly full')
  await diskSpaceIn('/', async () => minimumFreeBytes).health?.answers()
  await diskSpaceIn('/nowhere/at/all').assertSpace()
})

test('many who ask at once ask the disk once', async () => {
  let asked = 0
  const diskSpace = diskSpaceIn('/', async () => {
    asked++
    return minimumFreeBytes
  })
  await Promise.all(Array.from({ length: 100 }, () => diskSpace.assertSpace()))
  expect(asked).toBe(1)
})
