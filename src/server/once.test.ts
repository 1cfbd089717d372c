import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { failureOf } from '../../test/failure-of.ts'
import { openHouse, origin } from '../../test/house.ts'
import { newProject, send } from '../../test/project.ts'
import { multipart, pdf } from '../../test/sample-files.ts'
import { clients } from '../features/clients/contract.ts'
import { documents } from '../features/documents/contract.ts'
import { notes } from '../features/notes/contract.ts'
import { projects } from '../features/projects/contract.ts'
import { creations } from './db/schema.ts'
import { forgetCreations } from './once.ts'
import { documentsDirectory } from './open-storage.ts'

const client = { name: 'Northfold', email: 'ada@northfold.example' }
const again = { idempotencyKey: 'form-1' }

test('asked again with the same key, a client, a project and a note are made once', async () => {
  await using house = await openHouse()
  const mara = await house.person('admin')
  const made = await mara.call(clients.create, client, again)
  expect(await mara.call(clients.create, client, again)).toEqual(made)
  const project = { clientId: made.id, title: 'Slips' }
  const key = { idempotencyKey: 'form-2' }
  const { id: projectId } = await mara.call(projects.create, project, key)
  expect((await mara.call(projects.create, project, key)).id).toBe(projectId)
  const note = { clientId: made.id, projectId, content: 'Called.' }
  const third = { idempotencyKey: 'form-3' }
  const first = await mara.call(notes.create, note, third)
  expect(await mara.call(notes.create, note, third)).toEqual(first)
  const shown = await mara.call(projects.show, { clientId: made.id, projectId })
  expect(shown.notes).toHaveLength(1)
  expect((await mara.call(clients.show, { id: made.id })).projects).toHaveLength(1)
})

test('asked again with the same key, an upload and an import are made once', async () => {
  await using house = await openHouse()
  const mara = await house.person('admin')
  const place = await newProject(house)
  const headers = { 'idempotency-key': 'file-1' }
  const sendAgain = () => {
    const sent = multipart('a.pdf', pdf)
    return send(house, mara, place, { ...sent, headers: { ...sent.headers, ...headers } })
  }
  const made = await Promise.all([sendAgain(), sendAgain()])
  made.push(await sendAgain())
  expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(new Set(made.map((answer) => answer.json().id)).size).toBe(1)
  expect(await mara.call(documents.list, place)).toHaveLength(1)
  expect(readdirSync(documentsDirectory(house.tools.config))).toHaveLength(1)
  const table = multipart('a.csv', Buffer.from('name,email\nAda,ada@n.example\nBen,none\n'))
  const importAgain = () =>
    house.send({
      method: 'POST',
      url: '/api/admin/clients/import?duplicates=create',
      headers: {
        ...table.headers,
        'idempotency-key': 'table-1',
        origin,
        cookie: mara.cookie ?? '',
      },
      payload: table.payload,
    })
  for (const answer of [await importAgain(), await importAgain()]) {
    expect(answer.json()).toEqual({ created: 1, skipped: 0, refused: 1 })
  }
  expect((await mara.call(clients.list, { search: 'Ada' })).total).toBe(1)
})

test('ten at once with one key make one client', async () => {
  await using house = await openHouse()
  const mara = await house.person('admin')
  const all = await Promise.all(
    Array.from({ length: 10 }, () => mara.call(clients.create, client, again)),
  )
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  expect((await mara.call(clients.list, {})).total).toBe(1)
})

test('a key belongs to its sender and to one kind of thing; a refused attempt does not use it up', async () => {
  await using house = await openHouse()
  const [mara, jon] = [await house.person('admin', 'mara'), await house.person('admin', 'jon')]
  await failureOf(mara.call(clients.create, { ...client, email: 'no address' }, again))
  const made = await mara.call(clients.create, client, again)
  expect((await jon.call(clients.create, client, again)).id).not.toBe(made.id)
  const project = { clientId: made.id, title: 'Slips' }
  const refused = await failureOf(mara.call(projects.create, project, again))
  expect(refused.code).toBe('conflict')
  expect((await mara.call(clients.show, { id: made.id })).projects).toEqual([])
})

test('keys of yesterday are forgotten, those of today are not', async () => {
  await using house = await openHouse()
  const mara = await house.person('admin')
  await mara.call(clients.create, client, again)
  const tools = { ...house.tools, log: { info() {}, warn() {}, error() {} } }
  await forgetCreations.run(tools, {})
  expect(await house.tools.db.select().from(creations)).toHaveLength(1)
  await house.tools.db.update(creations).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
  await forgetCreations.run(tools, {})
  expect(await house.tools.db.select().from(creations)).toEqual([])
})
