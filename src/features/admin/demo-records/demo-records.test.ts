import { expect, test } from 'vitest'
import { fillDemo } from '#cli/fill-demo.ts'
import { clients } from '#features/clients/contract.ts'
import {
  blobDeletions,
  chatSessions,
  clients as clientTable,
  inquiries,
  projectDocuments,
} from '#server/database/schema.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { demoRecords } from './contract.ts'

test('what the demo seed wrote goes, with its files; what is one’s own or to keep stays', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  await fillDemo(app.db, app.deps.storage, new Date())
  const own = { name: 'Own', email: 'own@n.example', company: 'Own' }
  await owner.call(clients.create, own)
  const [kept] = await app.db.select().from(clientTable)
  const [changed] = await app.db.select().from(inquiries)
  if (!kept || !changed) throw new Error('nothing seeded')
  await owner.call(clients.update, { id: kept.id, name: 'Changed' })

  const found = await owner.call(demoRecords.show, {})
  expect(found).toMatchObject({ clients: 25, leads: 78 })
  expect(found.changed).toEqual([{ id: kept.id, kind: 'clients', name: 'Changed' }])
  expect(found.files).toBe(await app.db.$count(projectDocuments))

  await expect(owner.call(demoRecords.remove, { confirmation: 'yes' })).rejects.toMatchObject({
    fields: { confirmation: 'Type remove to confirm' },
  })
  const removed = await owner.call(demoRecords.remove, { confirmation: 'remove', keep: [kept.id] })
  expect(removed).toMatchObject({ clients: 24, leads: 78, chats: found.chats })
  const left = await app.db.select({ name: clientTable.name }).from(clientTable)
  expect(left.map(({ name }) => name).sort()).toEqual(['Changed', 'Own'])
  expect(await app.db.$count(inquiries)).toBe(0)
  expect(await app.db.$count(chatSessions)).toBe(0)
  expect(removed.files).toBeGreaterThan(0)
  expect(await app.db.$count(blobDeletions)).toBe(removed.files)
  expect(found.suggested).toEqual([{ id: expect.any(String), kind: 'clients', name: 'Own' }])
  expect(await owner.call(demoRecords.show, {})).toMatchObject({ clients: 1, leads: 0, chats: 0 })
})

test('records under .example are suggested, and go when chosen; others never do', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const add = (name: string, email: string) =>
    owner.call(clients.create, { name, email, company: name })
  const old = await add('Old', 'old@firm.example')
  const spare = await add('Spare', 'spare@Firm.EXAMPLE')
  const real = await add('Real', 'real@example.org')
  const found = await owner.call(demoRecords.show, {})
  expect(found.suggested).toEqual([
    { id: old.id, kind: 'clients', name: 'Old' },
    { id: spare.id, kind: 'clients', name: 'Spare' },
  ])
  const also = [old.id, real.id]
  const removed = await owner.call(demoRecords.remove, { confirmation: 'remove', also })
  expect(removed).toEqual({ clients: 1, leads: 0, chats: 0, files: 0 })
  const left = await app.db.select({ name: clientTable.name }).from(clientTable)
  expect(left.map(({ name }) => name).sort()).toEqual(['Real', 'Spare'])
})
