import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#features/identity/sign-in/contract.ts'
import { auditEntries, blobDeletions, projectDocuments } from '#server/database/schema.ts'
import { documentsDirectory } from '#server/files/open-storage.ts'
import { openBucket } from '#test/harness/bucket.ts'
import { fetchFile, newProject, send, upload } from '#test/harness/project.ts'
import { multipart, pdf, png } from '#test/harness/sample-files.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { projects as projectCalls } from '../projects/contract.ts'
import { documents } from './contract.ts'
import { removeStrays } from './sweeping.server.ts'

/** Every test in this file runs on both kinds of storage. */
async function openOn(kind: 'disk' | 'bucket') {
  if (kind === 'disk') {
    const app = await openTestApp()
    return { app, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
  }
  const bucket = await openBucket()
  const app = await openTestApp({ environment: bucket.environment })
  return {
    app,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await bucket[Symbol.asyncDispose]()
    },
  }
}

const kinds = ['disk', 'bucket'] as const

async function storedKeys({ deps }: TestApp): Promise<string[]> {
  const keys: string[] = []
  for await (const key of deps.storage.olderThan(new Date(Date.now() + 3_600_000))) keys.push(key)
  return keys
}

const defined = (value: unknown) => value !== undefined
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test.each(kinds)(
  'on %s a document comes back as it was sent, down to the last bit',
  async (kind) => {
    await using scene = await openOn(kind)
    const { app } = scene
    const admin = await app.person('admin', 'ines')
    const project = await newProject(app)
    const bytes = Buffer.concat([pdf, randomBytes(3_000_000)])
    const made = await upload(app, admin, project, 'Angebot für Ågot – 草案.pdf', bytes)
    expect(made).toEqual({
      id: expect.any(String),
      originalName: 'Angebot für Ågot – 草案.pdf',
      mimeType: 'application/pdf',
      fileSize: bytes.length,
      author: 'ines',
      createdAt: expect.any(String),
    })
    expect(await admin.call(documents.list, project)).toEqual([made])
    const agent = await app.person('agent')
    const answer = await fetchFile(app, agent, { ...project, documentId: made.id })
    expect(sha256(answer.rawPayload)).toBe(sha256(bytes))
    const [row] = await app.db.select().from(projectDocuments)
    expect(Buffer.from(row?.sha256 ?? []).toString('hex')).toBe(sha256(bytes))
    expect(await storedKeys(app)).toEqual([row?.storageKey])
    expect(await app.db.select().from(auditEntries)).toMatchObject([
      { action: 'document.uploaded', subjectId: made.id, ...project },
    ])
    expect(readdirSync(documentsDirectory(app.deps.config))).toEqual(
      kind === 'disk' ? [row?.storageKey] : [],
    )
  },
)

test.each(kinds)(
  'on %s a part of a document can be asked for, but never more than all',
  async (kind) => {
    await using scene = await openOn(kind)
    const { app } = scene
    const admin = await app.person('admin')
    const project = await newProject(app)
    const { id: documentId } = await upload(app, admin, project, 'a.pdf', pdf)
    const ids = { ...project, documentId }
    const ask = async (range: string, more = {}) => {
      const { statusCode, rawPayload, headers } = await fetchFile(app, admin, ids, {
        headers: { range, ...more },
      })
      return [statusCode, rawPayload.toString('latin1'), headers['content-range']].filter(defined)
    }
    const text = pdf.toString('latin1')
    const { length } = pdf
    expect(await ask('bytes=1-1')).toEqual([206, 'P', `bytes 1-1/${length}`])
    expect(await ask('bytes=-6')).toEqual([
      206,
      text.slice(-6),
      `bytes ${length - 6}-${length - 1}/${length}`,
    ])
    expect(await ask('bytes=5-')).toEqual([206, text.slice(5), `bytes 5-${length - 1}/${length}`])
    expect(await ask('bytes=5-99999999')).toEqual([
      206,
      text.slice(5),
      `bytes 5-${length - 1}/${length}`,
    ])
    expect(await ask(`bytes=${length}-`)).toEqual([416, '', `bytes */${length}`])
    expect(await ask('bytes=-0')).toEqual([416, '', `bytes */${length}`])
    for (const whole of ['bytes=5-2', 'lines=1-2', 'bytes=x-', `bytes=${'0-9,'.repeat(1000)}0-9`]) {
      expect([whole.slice(0, 9), ...(await ask(whole))]).toEqual([whole.slice(0, 9), 200, text])
    }
    const { headers } = await fetchFile(app, admin, ids)
    const etag = String(headers.etag)
    expect(await ask('bytes=1-1', { 'if-range': etag })).toEqual([206, 'P', `bytes 1-1/${length}`])
    expect(await ask('bytes=1-1', { 'if-range': '"other"' })).toEqual([200, text])
    const same = await fetchFile(app, admin, ids, { headers: { 'if-none-match': etag } })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    const head = await fetchFile(app, admin, ids, { method: 'HEAD' })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      String(length),
    ])
  },
)

test.each(kinds)(
  'on %s a deleted document can be restored for a minute, then its file is removed',
  async (kind) => {
    await using scene = await openOn(kind)
    const { app } = scene
    const admin = await app.person('admin')
    const project = await newProject(app)
    const made = await upload(app, admin, project, 'a.pdf', pdf)
    const ids = { ...project, documentId: made.id }
    expect(await admin.call(documents.remove, ids)).toEqual({ success: true })
    expect(await admin.call(documents.list, project)).toEqual([])
    expect((await fetchFile(app, admin, ids)).statusCode).toBe(404)
    await expect(admin.call(documents.remove, ids)).rejects.toMatchObject({ code: 'not_found' })
    await app.work()
    expect(await storedKeys(app)).toHaveLength(1)
    expect(await admin.call(documents.restore, ids)).toEqual(made)
    await expect(admin.call(documents.restore, ids)).rejects.toMatchObject({ code: 'not_found' })
    expect((await fetchFile(app, admin, ids)).rawPayload.equals(pdf)).toBe(true)

    await admin.call(documents.remove, ids)
    await app.db.update(projectDocuments).set({ deletedAt: sql`now() - interval '61 seconds'` })
    await expect(admin.call(documents.restore, ids)).rejects.toMatchObject({ code: 'not_found' })
    await app.deps.jobs.add(app.db, { name: 'documents.sweep', payload: removeStrays.payload }, {})
    await app.work()
    expect(await app.db.select().from(projectDocuments)).toEqual([])
    expect(await app.db.select().from(blobDeletions)).toEqual([])
    expect(await storedKeys(app)).toEqual([])
    const acts = await app.db.select({ action: auditEntries.action }).from(auditEntries)
    expect(acts.map(({ action }) => action).sort()).toEqual([
      'document.deleted',
      'document.deleted',
      'document.restored',
      'document.uploaded',
    ])
  },
)

test.each(kinds)('on %s files of a deleted project go, and only those', async (kind) => {
  await using scene = await openOn(kind)
  const { app } = scene
  const admin = await app.person('admin')
  const [gone, stays] = [await newProject(app), await newProject(app)]
  await upload(app, admin, gone, 'a.pdf', pdf)
  const remaining = await upload(app, admin, stays, 'b.png', png)
  await admin.call(projectCalls.remove, gone)
  await app.work()
  expect(await storedKeys(app)).toHaveLength(1)
  const answer = await fetchFile(app, admin, { ...stays, documentId: remaining.id })
  expect(answer.rawPayload.equals(png)).toBe(true)
})

test('a file that no document owns goes after a day, an upload under way stays', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const project = await newProject(app)
  await upload(app, admin, project, 'a.pdf', pdf)
  const stray = await app.deps.storage.receive(10)
  stray.sink.end('left over')
  await stray.sink.closed
  const run = () => removeStrays.run({ ...app.deps, log: app.fastify.log }, {})
  await run()
  expect(await storedKeys(app)).toHaveLength(2)
  const long = new Date(Date.now() - 25 * 3_600_000)
  const { utimesSync, writeFileSync } = await import('node:fs')
  const directory = documentsDirectory(app.deps.config)
  writeFileSync(`${directory}/somebody-elses-file`, '')
  for (const name of readdirSync(directory)) utimesSync(`${directory}/${name}`, long, long)
  await run()
  const [row] = await app.db.select().from(projectDocuments)
  expect(readdirSync(directory).sort()).toEqual([row?.storageKey, 'somebody-elses-file'].sort())
  await stray.discard()
})

test('documents are saved, not run: headers of download and preview', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const project = await newProject(app)
  const text = await upload(app, admin, project, 'notes "final"; v2.txt', Buffer.from('Hej'))
  const answer = await fetchFile(app, admin, { ...project, documentId: text.id })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition':
      'attachment; filename="notes _final_; v2.txt"; filename*=UTF-8\'\'notes%20%22final%22%3B%20v2.txt',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
  const noPreview = await fetchFile(
    app,
    admin,
    { ...project, documentId: text.id },
    { as: 'preview' },
  )
  expect(noPreview.statusCode).toBe(415)
  const image = await upload(app, admin, project, 'a.PNG', png)
  const shown = await fetchFile(app, admin, { ...project, documentId: image.id }, { as: 'preview' })
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'inline; filename="a.PNG"; filename*=UTF-8\'\'a.PNG',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  })
})

test('a file needs a session that still lives, and an agent may read but not change', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const agent = await app.person('agent')
  const project = await newProject(app)
  const { id: documentId } = await upload(app, admin, project, 'a.pdf', pdf)
  const ids = { ...project, documentId }
  expect((await fetchFile(app, app.stranger(), ids)).statusCode).toBe(401)
  expect((await send(app, app.stranger(), project, multipart('a.pdf', pdf))).statusCode).toBe(401)
  expect((await send(app, agent, project, multipart('a.pdf', pdf))).statusCode).toBe(403)
  await expect(agent.call(documents.remove, ids)).rejects.toMatchObject({ code: 'forbidden' })
  expect((await fetchFile(app, agent, ids)).statusCode).toBe(200)
  await agent.call(auth.logout, {})
  expect((await fetchFile(app, agent, ids)).statusCode).toBe(401)
})

test('ids of another client or project lead nowhere and change nothing', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const [ours, theirs] = [await newProject(app), await newProject(app)]
  const { id: documentId } = await upload(app, admin, ours, 'a.pdf', pdf)
  const before = await app.db.select().from(projectDocuments)
  const wrong = [
    { ...theirs, documentId },
    { clientId: theirs.clientId, projectId: ours.projectId, documentId },
    { clientId: ours.clientId, projectId: theirs.projectId, documentId },
    { ...ours, documentId: ours.projectId },
  ]
  for (const ids of wrong) {
    expect((await fetchFile(app, admin, ids)).statusCode).toBe(404)
    expect((await fetchFile(app, admin, ids, { as: 'preview' })).statusCode).toBe(404)
    await expect(admin.call(documents.remove, ids)).rejects.toMatchObject({ code: 'not_found' })
    await expect(admin.call(documents.restore, ids)).rejects.toMatchObject({ code: 'not_found' })
  }
  for (const scene of wrong.slice(1, 3)) {
    await expect(admin.call(documents.list, scene)).rejects.toMatchObject({ code: 'not_found' })
    expect((await send(app, admin, scene, multipart('b.pdf', pdf))).statusCode).toBe(404)
  }
  expect(await app.db.select().from(projectDocuments)).toEqual(before)
  expect((await fetchFile(app, admin, { ...ours, documentId })).rawPayload.equals(pdf)).toBe(true)
})
