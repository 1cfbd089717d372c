import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '#server/database/schema.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { openTestApp, origin, type TestApp } from '#test/harness/test-app.ts'
import { clients } from './contract.ts'
import { timeline } from './timeline/contract.ts'

const nobody = '01a1f904-ccfd-7ae2-b26f-4793b12995ef'

async function actsOf(app: TestApp) {
  const acts = await app.db
    .select({ action: tables.auditEntries.action, details: tables.auditEntries.details })
    .from(tables.auditEntries)
    .orderBy(tables.auditEntries.at, tables.auditEntries.id)
  return acts
}

test('a client is added, shown, changed and deleted, and each act is written down', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const made = await mara.call(clients.create, {
    name: '  Ada Okafor ',
    email: ' ada@northfold.example ',
    company: 'Northfold Logistics',
    phone: '',
  })
  expect(made).toMatchObject({
    name: 'Ada Okafor',
    email: 'ada@northfold.example',
    company: 'Northfold Logistics',
    phone: null,
    notes: null,
    status: 'active',
    projects: [],
  })
  expect(await mara.call(clients.show, { id: made.id })).toEqual(made)

  const changed = await mara.call(clients.update, { id: made.id, status: 'inactive', phone: '1' })
  const later = { updatedAt: expect.any(String), lastActivityAt: expect.any(String) }
  expect(changed).toEqual({ ...made, ...later, status: 'inactive', phone: '1' })
  expect(await mara.call(clients.update, { id: made.id, phone: null })).toEqual({
    ...made,
    ...later,
    status: 'inactive',
  })
  await mara.call(clients.update, { id: made.id })

  expect(await mara.call(clients.remove, { id: made.id })).toEqual({ success: true })
  const gone = [
    mara.call(clients.show, { id: made.id }),
    mara.call(clients.update, { id: made.id, name: 'Nobody' }),
    mara.call(clients.remove, { id: made.id }),
    mara.call(timeline.show, { id: made.id }),
  ]
  for (const failure of await Promise.all(gone.map(failureOf))) {
    expect(failure).toMatchObject({ status: 404, message: 'Client not found' })
  }
  expect(await actsOf(app)).toEqual([
    { action: 'client.created', details: {} },
    { action: 'client.updated', details: { changed: ['phone', 'status'] } },
    { action: 'client.updated', details: { changed: ['phone'] } },
    { action: 'client.deleted', details: {} },
  ])
})

test('agents read clients and change nothing', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const abe = await app.person('agent')
  const { id } = await mara.call(clients.create, { name: 'Ada', email: 'ada@n.example' })
  expect((await abe.call(clients.list, {})).total).toBe(1)
  expect((await abe.call(clients.show, { id })).name).toBe('Ada')
  expect((await abe.call(timeline.show, { id })).entries).toHaveLength(1)
  const refused = [
    abe.call(clients.create, { name: 'Ben', email: 'ben@n.example' }),
    abe.call(clients.update, { id, name: 'Ben' }),
    abe.call(clients.remove, { id }),
    abe.call(clients.remove, { id: nobody }),
  ]
  for (const failure of await Promise.all(refused.map(failureOf))) {
    expect(failure).toMatchObject({ status: 403 })
  }
  expect((await abe.call(clients.show, { id })).name).toBe('Ada')
})

test('each field refuses invalid values with its own sentence', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const good = { name: 'Ada', email: 'ada@n.example' }
  const { id } = await mara.call(clients.create, good)
  const refused: [Record<string, unknown>, Record<string, string>][] = [
    [{ ...good, name: ' \n ' }, { name: 'Name is required' }],
    [{ ...good, name: '\u200b\u2060' }, { name: 'Name is required' }],
    [{ email: 'a@b.co' }, { name: 'Name is required' }],
    [{ ...good, name: null }, { name: 'Name is required' }],
    [{ ...good, name: 'x'.repeat(201) }, { name: 'Use at most 200 characters' }],
    [{ ...good, email: '' }, { email: 'Valid email is required' }],
    [{ ...good, email: 'ada@' }, { email: 'Valid email is required' }],
    [{ name: 'Ada' }, { email: 'Valid email is required' }],
    [{ ...good, status: 'gone' }, { status: 'Choose active, inactive or archived' }],
    [{ ...good, phone: '1'.repeat(51) }, { phone: 'Use at most 50 characters' }],
    [{ ...good, notes: 'x'.repeat(10_001) }, { notes: 'Use at most 10,000 characters' }],
    [{ ...good, company: 'a\u0000' }, { company: 'Contains characters that cannot be stored' }],
  ]
  for (const [input, fields] of refused) {
    const failure = await failureOf(mara.call(clients.create, input as never))
    expect([input, failure.status, failure.fields]).toEqual([input, 400, fields])
    expect(failure.message).toContain(Object.values(fields)[0])
  }
  const changes: [Record<string, unknown>, Record<string, string>][] = [
    [{ name: '' }, { name: 'Name is required' }],
    [{ name: null }, { name: 'Name is required' }],
    [{ email: null }, { email: 'Valid email is required' }],
    [{ status: null }, { status: 'Choose active, inactive or archived' }],
  ]
  for (const [input, fields] of changes) {
    const failure = await failureOf(mara.call(clients.update, { id, ...input } as never))
    expect([input, failure.status, failure.fields]).toEqual([input, 400, fields])
  }
  expect((await mara.call(clients.list, {})).total).toBe(1)
})

test('fields that are not asked for are ignored', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const extra = {
    id: nobody,
    createdAt: '2001-01-01T00:00:00.000Z',
    convertedFrom: nobody,
    search: 'x',
    projects: [{ title: 'x' }],
    role: 'owner',
    isAdmin: true,
  }
  const made = await mara.call(clients.create, {
    name: 'Ada',
    email: 'ada@n.example',
    ...extra,
  } as never)
  const { id: _, ...rest } = extra
  const changed = await mara.call(clients.update, { id: made.id, ...rest } as never)
  expect(changed).toEqual(made)
  const [row] = await app.db.select().from(tables.clients)
  expect(row).toMatchObject({ convertedFrom: null, search: 'adaAadaCnBexampleA' })
  expect(row?.id).not.toBe(nobody)
  expect(row?.createdAt.getFullYear()).toBeGreaterThan(2020)
})

test('malformed ids are refused without a lookup', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const { id } = await mara.call(clients.create, { name: 'Ada', email: 'ada@n.example' })
  for (const wrong of ["1'", '..%2f', '1e30', '-1', '%00', 'x'.repeat(10_000)]) {
    const headers = { origin, cookie: mara.cookie ?? '' }
    const answer = await app.send({ url: `/api/admin/clients/${wrong}`, headers })
    expect([wrong, [400, 404, 414].includes(answer.statusCode)]).toEqual([wrong, true])
    expect(answer.json()).toMatchObject({ message: expect.any(String) })
  }
  expect((await mara.call(clients.show, { id: id.toUpperCase() })).id).toBe(id)
})

test('deleting a client leaves no orphan, lists its files, and keeps its inquiry', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const { id } = await mara.call(clients.create, { name: 'Ada', email: 'ada@n.example' })
  const other = await mara.call(clients.create, { name: 'Ben', email: 'ben@n.example' })
  const { db } = app
  const hash = Buffer.alloc(32)
  const [inquiry] = await db
    .insert(tables.inquiries)
    .values({
      name: 'Ada',
      email: 'ada@n.example',
      message: 'Hello',
      contentHash: hash,
      status: 'converted',
      clientId: id,
    })
    .returning()
  for (const clientId of [id, other.id]) {
    const [project] = await db.insert(tables.projects).values({ clientId, title: 'P' }).returning()
    if (!project) throw new Error('no project')
    await db.insert(tables.projectNotes).values({ projectId: project.id, content: 'N' })
    const file = { projectId: project.id, mimeType: 'text/plain', fileSize: 1, sha256: hash }
    await db.insert(tables.projectDocuments).values([
      { ...file, originalName: 'a.txt', storageKey: `kept-${clientId}` },
      { ...file, originalName: 'b.txt', storageKey: `gone-${clientId}`, deletedAt: new Date() },
    ])
    await db.insert(tables.googleSetups).values({ clientId, service: 'drive' })
  }
  await mara.call(clients.remove, { id })
  for (const table of [tables.projects, tables.projectNotes, tables.googleSetups]) {
    expect(await db.select({ one: sql`1` }).from(table)).toHaveLength(1)
  }
  expect(await db.select().from(tables.projectDocuments)).toHaveLength(2)
  const listed = await db
    .select({ key: tables.blobDeletions.storageKey })
    .from(tables.blobDeletions)
  expect(listed.map(({ key }) => key).sort()).toEqual([`gone-${id}`, `kept-${id}`])
  const [remaining] = await db
    .select()
    .from(tables.inquiries)
    .where(eq(tables.inquiries.id, inquiry?.id ?? ''))
  expect(remaining).toMatchObject({ status: 'converted', clientId: null })
})
