import { expect, test } from 'vitest'
import { failureOf } from '#test/harness/failure-of.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { clients } from '../contract.ts'
import { projects } from '../projects/contract.ts'
import { notes } from './contract.ts'

test('a note is added with its author, deleted, and brought back as it was', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin', 'mara')
  const { id: clientId } = await mara.call(clients.create, { name: 'Ada', email: 'a@n.example' })
  const { id: projectId } = await mara.call(projects.create, { clientId, title: 'P' })
  const ids = { clientId, projectId }
  const first = await mara.call(notes.create, { ...ids, content: ' First \n line ' })
  expect(first).toMatchObject({ content: 'First \n line', author: 'mara' })
  const second = await mara.call(notes.create, { ...ids, content: 'Second' })
  expect((await mara.call(projects.show, ids)).notes).toEqual([second, first])

  const noteId = first.id
  expect(await mara.call(notes.remove, { ...ids, noteId })).toEqual({ success: true })
  expect((await mara.call(projects.show, ids)).notes).toEqual([second])
  const again = await failureOf(mara.call(notes.remove, { ...ids, noteId }))
  expect(again).toMatchObject({ status: 404, message: 'Note not found' })

  expect(await mara.call(notes.restore, { ...ids, noteId })).toEqual(first)
  expect((await mara.call(projects.show, ids)).notes).toEqual([second, first])
  const whole = await failureOf(mara.call(notes.restore, { ...ids, noteId }))
  expect(whole.status).toBe(404)
})

test('a note needs content', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const { id: clientId } = await mara.call(clients.create, { name: 'Ada', email: 'a@n.example' })
  const { id: projectId } = await mara.call(projects.create, { clientId, title: 'P' })
  for (const content of ['', ' \n ', null, undefined, 7]) {
    const failure = await failureOf(
      mara.call(notes.create, { clientId, projectId, content } as never),
    )
    expect([content, failure.status, failure.message]).toEqual([
      content,
      400,
      'Note content is required',
    ])
  }
  const long = { clientId, projectId, content: 'x'.repeat(5001) }
  expect((await failureOf(mara.call(notes.create, long))).status).toBe(400)
})
