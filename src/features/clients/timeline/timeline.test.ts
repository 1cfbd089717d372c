import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { automations } from '#features/automations/register/contract.ts'
import * as tables from '#server/database/schema.ts'
import { failedAutomation } from '#test/harness/automations.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { clients } from '../contract.ts'
import { notes } from '../notes/contract.ts'
import { projects } from '../projects/contract.ts'
import { timeline } from './contract.ts'

test('the timeline has every event of a client and none of another', async () => {
  await using app = await openTestApp()
  const mara = await app.person('owner', 'mara')
  const abe = await app.person('agent', 'abe')
  const { db } = app
  const [author] = await db.select().from(tables.users).where(eq(tables.users.username, 'mara'))
  const authorId = author?.id ?? ''
  const ids: string[] = []
  for (const name of ['Ada', 'Ben']) {
    const { id } = await mara.call(clients.create, { name, email: 'x@n.example' })
    const { id: projectId } = await mara.call(projects.create, {
      clientId: id,
      title: `${name}'s project`,
    })
    const note = await mara.call(notes.create, { clientId: id, projectId, content: `For ${name}` })
    const gone = await mara.call(notes.create, { clientId: id, projectId, content: 'Gone' })
    await mara.call(notes.remove, { clientId: id, projectId, noteId: gone.id })
    await mara.call(clients.update, { id, phone: '1', company: 'N' })
    const letter = { name, email: 'x@n.example', message: 'x'.repeat(400), clientId: id }
    await db.insert(tables.inquiries).values([
      { ...letter, contentHash: Buffer.from(note.id), service: 'other' },
      { ...letter, contentHash: Buffer.from(id), service: 'consultation' },
    ])
    await db.insert(tables.chatSessions).values({
      visitorHash: Buffer.from(id),
      visitorName: name,
      visitorEmail: 'x@n.example',
      clientId: id,
      status: 'ended',
      lastMessage: 'Bye',
    })
    await db.insert(tables.projectDocuments).values({
      projectId,
      authorId,
      originalName: 'Brief.pdf',
      mimeType: 'application/pdf',
      fileSize: 1,
      sha256: Buffer.alloc(32),
      storageKey: id,
    })
    await db.insert(tables.googleSetups).values({
      clientId: id,
      service: 'drive',
      state: 'done',
      createdBy: authorId,
    })
    ids.push(id)
  }
  const [id] = ids as [string]
  const { entries, next } = await mara.call(timeline.show, { id })
  expect(next).toBeNull()
  const shown = entries.map(({ kind, subject, text, author: by }) => [kind, subject, text, by])
  const message = `${'x'.repeat(297)}...`
  const expected = [
    ['client', 'Ada', '', 'mara'],
    ['inquiry', 'other', message, 'Ada'],
    ['consultation', 'consultation', message, 'Ada'],
    ['chat', 'ended', 'Bye', 'Ada'],
    ['project', "Ada's project", '', 'mara'],
    ['note', "Ada's project", 'For Ada', 'mara'],
    ['document', 'Brief.pdf', "Ada's project", 'mara'],
    ['google', 'drive', 'done', 'mara'],
    ['audit', 'note.deleted', '', 'mara'],
    ['audit', 'client.updated', 'company, phone', 'mara'],
  ]
  expect(shown.map(String).sort()).toEqual(expected.map(String).sort())
  const ats = entries.map(({ at }) => at)
  expect(ats).toEqual(ats.toSorted().reverse())

  const forAgent = await abe.call(timeline.show, { id })
  expect(forAgent.entries).toEqual(entries.filter(({ kind }) => kind !== 'audit'))
})

test('a long timeline goes on where the page before ended', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const { id } = await mara.call(clients.create, { name: 'Ada', email: 'x@n.example' })
  const { id: projectId } = await mara.call(projects.create, { clientId: id, title: 'P' })
  const createdAt = new Date()
  await app.db
    .insert(tables.projectNotes)
    .values(Array.from({ length: 43 }, (_, n) => ({ projectId, content: `${n}`, createdAt })))
  const seen: string[] = []
  const sizes: number[] = []
  let before: string | undefined
  do {
    const page = await mara.call(timeline.show, { id, ...(before && { before }) })
    seen.push(...page.entries.map((entry) => entry.id))
    sizes.push(page.entries.length)
    before = page.next ?? undefined
  } while (before)
  expect(sizes).toEqual([20, 20, 5])
  expect(new Set(seen).size).toBe(45)
  const wrong = await failureOf(mara.call(timeline.show, { id, before: "' or 1=1" }))
  expect(wrong.status).toBe(400)
})

test('an automation, its incident and its end lead to its page', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const { id } = await admin.call(clients.create, { name: 'Ada', email: 'x@n.example' })
  const { automationId } = await failedAutomation(app, admin, id)
  await admin.call(automations.retire, { id: automationId })
  await admin.call(projects.create, { clientId: id, title: 'Other' })
  const { entries } = await admin.call(timeline.show, { id })
  const found = Object.fromEntries(entries.map((entry) => [entry.kind, entry.automationId]))
  expect(found).toEqual({
    client: null,
    project: null,
    automation: automationId,
    incident: automationId,
    retired: automationId,
  })
})
