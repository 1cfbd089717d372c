import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { projectDocuments } from '#server/database/schema.ts'
import { newProject } from '#test/harness/project.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { documents } from './contract.ts'

test('250 documents of one moment are paged without repeating or missing any', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  const project = await newProject(app)
  const add = (count: number, createdAt: Date) =>
    app.db.insert(projectDocuments).values(
      Array.from({ length: count }, () => ({
        ...{ id: randomUUIDv7(), projectId: project.projectId, originalName: 'a.pdf', createdAt },
        ...{ mimeType: 'application/pdf', fileSize: 1, sha256: new Uint8Array(32) },
        storageKey: randomUUIDv7(),
      })),
    )
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
  for (const [field, wrong] of Object.entries({ after: 'x', limit: 0 })) {
    const refused = agent.call(documents.list, { ...project, [field]: wrong })
    await expect(refused).rejects.toMatchObject({ fields: { [field]: expect.any(String) } })
  }
})
