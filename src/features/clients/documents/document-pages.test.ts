import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditEntries, projectDocuments } from '#server/database/schema.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { newProject } from '#test/harness/project.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { documents } from './contract.ts'

type Project = Awaited<ReturnType<typeof newProject>>

const addDocuments = (app: TestApp, { projectId }: Project, count: number, createdAt: Date) =>
  app.db
    .insert(projectDocuments)
    .values(
      Array.from({ length: count }, () => ({
        id: randomUUIDv7(),
        projectId,
        originalName: 'a.pdf',
        createdAt,
        mimeType: 'application/pdf',
        fileSize: 1,
        sha256: new Uint8Array(32),
        storageKey: randomUUIDv7(),
      })),
    )
    .returning({ id: projectDocuments.id })

test('250 documents of one moment are paged without repeating or missing any', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  const project = await newProject(app)
  const add = (count: number, createdAt: Date) => addDocuments(app, project, count, createdAt)
  await add(250, new Date())
  const all = (await agent.call(documents.list, project)) as { id: string }[]
  expect(all).toHaveLength(250)
  const seen: string[] = []
  let after: string | null | undefined
  do {
    const wanted = { ...project, limit: 100, ...(after && { after }) }
    const page = await agent.call(documents.list, wanted)
    if (Array.isArray(page)) throw new Error('the whole list instead of a page')
    seen.push(...page.items.map(({ id }) => id))
    await add(3, new Date(Date.now() + 1000))
    after = page.next
  } while (after)
  expect(seen).toEqual(all.map(({ id }) => id))
  const last = await agent.call(documents.list, { ...project, page: 3, limit: 100 })
  expect(last).toMatchObject({ next: null, total: 259 })
  for (const [field, wrong] of Object.entries({ after: 'x', limit: 0 })) {
    const refused = agent.call(documents.list, { ...project, [field]: wrong })
    await expect(refused).rejects.toMatchObject({ fields: { [field]: expect.any(String) } })
  }
})

test('chosen documents are deleted and restored together; those of others and those gone are left out', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const [project, other] = [await newProject(app), await newProject(app)]
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const now = new Date()
  const ids = idsOf(await addDocuments(app, project, 200, now))
  const [kept = ''] = idsOf(await addDocuments(app, project, 1, now))
  const foreign = idsOf(await addDocuments(app, other, 1, now))
  const [first = ''] = ids
  await admin.call(documents.remove, { ...project, documentId: first })

  const removed = await admin.call(documents.removeChosen, {
    ...project,
    ids: [...ids, ...foreign],
  })
  expect(removed.ids.toSorted()).toEqual(ids.slice(1).toSorted())
  expect(await admin.call(documents.list, project)).toMatchObject([{ id: kept }])
  expect(await admin.call(documents.list, other)).toHaveLength(1)
  const again = await failureOf(admin.call(documents.removeChosen, { ...project, ids }))
  expect(again.code).toBe('not_found')

  await admin.call(documents.restoreChosen, { ...project, ids })
  expect(await admin.call(documents.list, project)).toHaveLength(201)
  const acts = await app.db.select({ action: auditEntries.action }).from(auditEntries)
  const deletions = acts.filter(({ action }) => action === 'document.deleted')
  expect([deletions.length, acts.length]).toEqual([200, 400])

  const agent = await app.person('agent')
  for (const [person, chosen, status] of [
    [admin, [], 400],
    [admin, Array.from({ length: 501 }, () => first), 400],
    [agent, ids, 403],
  ] as const) {
    const call = person.call(documents.removeChosen, { ...project, ids: [...chosen] })
    expect((await failureOf(call)).status).toBe(status)
  }
})
