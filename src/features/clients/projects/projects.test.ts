import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '#server/database/schema.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { openTestApp, origin, type Person } from '#test/harness/test-app.ts'
import { clients } from '../contract.ts'
import { notes } from '../notes/contract.ts'
import { projects } from './contract.ts'
import { TypedProject, typedProgress } from './schemas.ts'

async function newClient(person: Person, name = 'Ada'): Promise<string> {
  return (await person.call(clients.create, { name, email: 'ada@n.example' })).id
}

test('a project is added, shown, changed and deleted, and each act is written down', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const clientId = await newClient(mara)
  const made = await mara.call(projects.create, { clientId, title: ' Invoices ' })
  expect(made).toMatchObject({
    title: 'Invoices',
    description: null,
    status: 'prospect',
    progress: 0,
    budget: null,
    startDate: null,
    endDate: null,
    notes: [],
    documents: [],
  })
  const ids = { clientId, projectId: made.id }
  const { notes: _, documents: __, ...inClient } = made
  expect((await mara.call(clients.show, { id: clientId })).projects).toEqual([inClient])

  const changed = await mara.call(projects.update, {
    ...ids,
    status: 'in_progress',
    progress: 40,
    budget: '$10,000',
    startDate: '2026-03-01T00:00:00.000Z',
    endDate: '2026-04-01',
  })
  const later = { updatedAt: expect.any(String) }
  expect(changed).toEqual({
    ...made,
    ...later,
    status: 'in_progress',
    progress: 40,
    budget: '$10,000',
    startDate: '2026-03-01T00:00:00.000Z',
    endDate: '2026-04-01T00:00:00.000Z',
  })
  const cleared = await mara.call(projects.update, { ...ids, budget: null, endDate: '' })
  expect(cleared).toEqual({ ...changed, ...later, budget: null, endDate: null })
  expect(await mara.call(projects.update, { ...ids, progress: 40 })).toEqual(cleared)

  expect(await mara.call(projects.remove, ids)).toEqual({ success: true })
  const gone = await failureOf(mara.call(projects.show, ids))
  expect(gone).toMatchObject({ status: 404, message: 'Project not found' })
  const { rows } = await app.db.execute(
    sql`select action, details->'changed' as changed from audit_entries order by at, id`,
  )
  expect(rows).toEqual([
    { action: 'client.created', changed: null },
    { action: 'project.created', changed: null },
    {
      action: 'project.updated',
      changed: ['progress', 'budget', 'startDate', 'endDate', 'status'],
    },
    { action: 'project.updated', changed: ['budget', 'endDate'] },
    { action: 'project.deleted', changed: null },
  ])
})

test('a typed progress that is no number becomes 0, and a number is as typed', () => {
  for (const text of ['abc', '50 %', '', '  ', 'fifty']) {
    expect([text, typedProgress(text)]).toEqual([text, '0'])
    expect(TypedProject.parse({ title: 'P', progress: text }).progress).toBe(0)
  }
  for (const text of ['0', '7', '40', '100']) {
    expect(typedProgress(text)).toBe(text)
    expect(TypedProject.parse({ title: 'P', progress: text }).progress).toBe(Number(text))
  }
  for (const text of ['101', '-1', '50.5']) {
    expect(TypedProject.safeParse({ title: 'P', progress: text }).success).toBe(false)
  }
})

test('progress that is no number becomes 0, and a number outside its range is refused', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const clientId = await newClient(mara)
  for (const [given, stored] of [
    ['abc', 0],
    ['', 0],
    [null, 0],
    [true, 0],
    ['50', 50],
    [0, 0],
    [100, 100],
    [undefined, 0],
  ]) {
    const made = await mara.call(projects.create, { clientId, title: 'P', progress: given })
    expect([given, made.progress]).toEqual([given, stored])
  }
  for (const progress of [-1, 101, 50.5, '50.5', '1e3', 'Infinity']) {
    const failure = await failureOf(mara.call(projects.create, { clientId, title: 'P', progress }))
    expect([progress, failure.status, failure.fields]).toEqual([
      progress,
      400,
      { progress: 'Enter a whole number from 0 to 100' },
    ])
  }
})

test('each field refuses invalid values with its own sentence', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const clientId = await newClient(mara)
  const { id: projectId } = await mara.call(projects.create, {
    clientId,
    title: 'P',
    startDate: '2026-03-02T23:00:00.000Z',
  })
  const badDate = 'Enter a date between the years 1900 and 9999'
  const early = 'The end date is before the start date'
  const refused: [Record<string, unknown>, Record<string, string>][] = [
    [{ title: ' ' }, { title: 'Title is required' }],
    [{ title: null }, { title: 'Title is required' }],
    [{ title: 'x'.repeat(201) }, { title: 'Use at most 200 characters' }],
    [{ title: 'P', status: 'done' }, { status: 'Choose one of the project statuses' }],
    [{ title: 'P', startDate: 'soon' }, { startDate: badDate }],
    [{ title: 'P', startDate: '2026-02-30' }, { startDate: badDate }],
    [{ title: 'P', endDate: '1899-12-31' }, { endDate: badDate }],
    [{ title: 'P', endDate: '+012026-01-01T00:00:00Z' }, { endDate: badDate }],
    [{ title: 'P', startDate: '2026-03-02', endDate: '2026-03-01' }, { endDate: early }],
    [{ title: 'P', budget: 'x'.repeat(101) }, { budget: 'Use at most 100 characters' }],
  ]
  for (const [input, fields] of refused) {
    const created = await failureOf(mara.call(projects.create, { clientId, ...input } as never))
    expect([input, created.status, created.fields]).toEqual([input, 400, fields])
    const updated = await failureOf(
      mara.call(projects.update, { clientId, projectId, ...input } as never),
    )
    expect([input, updated.status, updated.fields]).toEqual([input, 400, fields])
  }
  const ids = { clientId, projectId }
  const failure = await failureOf(mara.call(projects.update, { ...ids, endDate: '2026-03-01' }))
  expect(failure.fields).toEqual({ endDate: early })
  const saved = await mara.call(projects.update, { ...ids, endDate: '9999-12-31' })
  expect(saved.endDate).toBe('9999-12-31T00:00:00.000Z')
  const sameDay = await mara.call(projects.update, { ...ids, endDate: '2026-03-02' })
  expect(sameDay).toMatchObject({
    startDate: '2026-03-02T23:00:00.000Z',
    endDate: '2026-03-02T00:00:00.000Z',
  })
})

test('a project of another client does not exist, whatever is asked of it', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const [ada, ben] = [await newClient(mara), await newClient(mara, 'Ben')]
  const { id: projectId } = await mara.call(projects.create, { clientId: ben, title: 'Secret' })
  const { id: other } = await mara.call(projects.create, { clientId: ben, title: 'Other' })
  const mine = { clientId: ben, projectId }
  const saved = await mara.call(notes.create, { ...mine, content: 'Kept' })
  const deleted = await mara.call(notes.create, { ...mine, content: 'Deleted' })
  await mara.call(notes.remove, { ...mine, noteId: deleted.id })

  const wrong = { clientId: ada, projectId }
  const elsewhere = { clientId: ben, projectId: other }
  const refused = [
    mara.call(projects.show, wrong),
    mara.call(projects.update, { ...wrong, title: 'Mine now' }),
    mara.call(projects.remove, wrong),
    mara.call(notes.create, { ...wrong, content: 'Hello' }),
    mara.call(notes.remove, { ...wrong, noteId: saved.id }),
    mara.call(notes.restore, { ...wrong, noteId: deleted.id }),
    mara.call(notes.remove, { ...elsewhere, noteId: saved.id }),
    mara.call(notes.restore, { ...elsewhere, noteId: deleted.id }),
    mara.call(projects.create, { clientId: projectId, title: 'Nowhere' }),
  ]
  for (const failure of await Promise.all(refused.map(failureOf))) {
    expect(failure).toMatchObject({ status: 404, code: 'not_found' })
  }
  const shown = await mara.call(projects.show, mine)
  expect(shown).toMatchObject({ title: 'Secret', notes: [saved] })
  expect((await mara.call(clients.show, { id: ada })).projects).toEqual([])
})

test('agents read projects and change nothing', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const abe = await app.person('agent')
  const clientId = await newClient(mara)
  const { id: projectId } = await mara.call(projects.create, { clientId, title: 'P' })
  const ids = { clientId, projectId }
  const { id: noteId } = await mara.call(notes.create, { ...ids, content: 'N' })
  expect((await abe.call(projects.show, ids)).notes).toHaveLength(1)
  const refused = [
    abe.call(projects.create, { clientId, title: 'Q' }),
    abe.call(projects.update, { ...ids, title: 'Q' }),
    abe.call(projects.remove, ids),
    abe.call(notes.create, { ...ids, content: 'Q' }),
    abe.call(notes.remove, { ...ids, noteId }),
    abe.call(notes.restore, { ...ids, noteId }),
  ]
  for (const failure of await Promise.all(refused.map(failureOf))) {
    expect(failure.status).toBe(403)
  }
})

test('fields that are not asked for are ignored', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const clientId = await newClient(mara)
  const other = await newClient(mara, 'Ben')
  const extra = {
    id: other,
    createdAt: '2001-01-01T00:00:00.000Z',
    notes: [{ content: 'x' }],
    documents: [{ originalName: 'x' }],
    timeline: 'x',
  }
  const made = await mara.call(projects.create, { clientId, title: 'P', ...extra } as never)
  expect(made).toMatchObject({ notes: [], documents: [], timeline: null })
  expect(made.id).not.toBe(other)
  const ids = { clientId, projectId: made.id }
  const headers = { origin, cookie: mara.cookie ?? '' }
  const answer = await app.send({
    method: 'PUT',
    url: `/api/admin/clients/${clientId}/projects/${made.id}`,
    headers,
    payload: { ...extra, clientId: other, projectId: other, title: 'Q' },
  })
  expect(answer.json()).toEqual({ ...made, updatedAt: expect.any(String), title: 'Q' })
  expect((await mara.call(projects.show, ids)).title).toBe('Q')
})

test('a project lists its documents, and their files are removed with it', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin', 'mara')
  const clientId = await newClient(mara)
  const ids = []
  for (const title of ['One', 'Two']) {
    const { id: projectId } = await mara.call(projects.create, { clientId, title })
    const file = { projectId, mimeType: 'text/plain', fileSize: 12, sha256: Buffer.alloc(32) }
    await app.db.insert(tables.projectDocuments).values([
      { ...file, originalName: 'Brief.txt', storageKey: `${title} kept` },
      { ...file, originalName: 'Gone.txt', storageKey: `${title} gone`, deletedAt: new Date() },
    ])
    ids.push({ clientId, projectId })
  }
  const [one, two] = ids
  if (!one || !two) throw new Error('two projects')
  const { documents } = await mara.call(projects.show, one)
  expect(documents).toEqual([
    {
      id: expect.any(String),
      originalName: 'Brief.txt',
      mimeType: 'text/plain',
      fileSize: 12,
      author: null,
      createdAt: expect.any(String),
    },
  ])
  await mara.call(projects.remove, one)
  const listed = await app.db.select().from(tables.blobDeletions)
  expect(listed.map(({ storageKey }) => storageKey).sort()).toEqual(['One gone', 'One kept'])
  expect((await mara.call(projects.show, two)).documents).toHaveLength(1)
})
