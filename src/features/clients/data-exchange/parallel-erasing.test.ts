import { inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isFailure } from '#contract/failure.ts'
import * as tables from '#server/database/schema.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { clients } from '../contract.ts'
import { notes } from '../notes/contract.ts'
import { projects } from '../projects/contract.ts'
import { dataExchange } from './contract.ts'

const hash = Buffer.alloc(32)

/**
 * Adds a lead, and a client with projects, documents and mail. With `converted`, the client was
 * made from that lead of another person.
 */
async function addPerson({ db }: TestApp, email: string, converted: string | undefined) {
  const [lead] = await db
    .insert(tables.inquiries)
    .values({ name: 'x', message: 'x', contentHash: hash, email })
    .returning()
  const [client] = await db
    .insert(tables.clients)
    .values({ name: 'x', email, convertedFrom: converted ?? null })
    .returning()
  const clientId = client?.id ?? ''
  const made = await db
    .insert(tables.projects)
    .values([1, 2].map((title) => ({ clientId, title: String(title) })))
    .returning()
  const projectIds = made.map(({ id }) => id)
  const file = { originalName: 'a.pdf', mimeType: 'application/pdf', fileSize: 1, sha256: hash }
  const document = (projectId: string, count: number) => ({
    ...file,
    projectId,
    storageKey: `${projectId}-${count}`,
  })
  await db
    .insert(tables.projectDocuments)
    .values(projectIds.flatMap((id) => [1, 2, 3].map((count) => document(id, count))))
  const threads = await db
    .insert(tables.mailThreads)
    .values([
      { subject: 'x', clientId, projectId: projectIds[0] ?? null, inquiryId: lead?.id ?? null },
      ...projectIds.map((projectId) => ({ subject: 'x', clientId, projectId })),
    ])
    .returning()
  await db.insert(tables.mailMessages).values(
    threads.map(({ id }) => ({
      direction: 'out' as const,
      kind: 'reply' as const,
      delivery: 'accepted' as const,
      subject: 'x' as const,
      threadId: id,
      messageId: `<${id}@n.test>`,
      toAddress: email,
      text: 'x',
    })),
  )
  if (converted) {
    const others = inArray(tables.inquiries.id, [converted])
    await db.update(tables.inquiries).set({ clientId }).where(others)
  }
  return { email, leadId: lead?.id, clientId, projectIds }
}

/** Counts transactions that were rolled back by the database and repeated. */
function countRetries({ db }: TestApp): () => number {
  const transaction = db.transaction
  let retries = 0
  db.transaction = (work, config) => {
    let tries = 0
    return transaction((tx) => {
      if (tries++ > 0) retries++
      return work(tx)
    }, config)
  }
  return () => retries
}

test('persons, clients and projects deleted in parallel wait for each other without a deadlock', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const people: Awaited<ReturnType<typeof addPerson>>[] = []
  for (let count = 0; count < 6; count++) {
    people.push(await addPerson(app, `${count}@n.test`, people.at(-1)?.leadId))
  }
  const retries = countRetries(app)
  const calls = people.flatMap(({ email, clientId, projectIds }, count) => {
    const erase = () => owner.call(dataExchange.erasePerson, { email, confirmation: email })
    const remove = () => owner.call(clients.remove, { id: clientId })
    const ofProjects = projectIds.flatMap((projectId) => [
      () => owner.call(notes.create, { clientId, projectId, content: 'x' }),
      () => owner.call(projects.update, { clientId, projectId, description: 'x' }),
      () => owner.call(projects.remove, { clientId, projectId }),
    ])
    return count % 2 === 0 ? [erase, remove, ...ofProjects] : [...ofProjects, remove, erase]
  })
  const outcomes = await Promise.allSettled(calls.map((call) => call()))
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused.filter((reason) => !isFailure(reason) || reason.code !== 'not_found')).toEqual([])
  expect(retries()).toBe(0)
  const left = [tables.clients, tables.projects, tables.inquiries, tables.mailMessages]
  for (const table of left) expect(await app.db.$count(table)).toBe(0)
  expect(await app.db.$count(tables.blobDeletions), 'files of all documents').toBe(36)
})

test('an erasure waits for a slow one, longer than others wait for a lock', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const [slow, next] = ['slow@n.test', 'next@n.test'] as const
  for (const email of [slow, next]) await addPerson(app, email, undefined)
  await app.db.execute(sql`create function be_slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(3); return old; end $$`)
  await app.db.execute(sql`create trigger slow before delete on clients
    for each row when (old.email = 'slow@n.test') execute function be_slow()`)
  const erase = (email: string) =>
    owner.call(dataExchange.erasePerson, { email, confirmation: email })
  const first = erase(slow)
  const isDeleting = async () =>
    (
      await app.db.execute(sql`select from pg_stat_activity
        where wait_event = 'PgSleep' and datname = current_database()`)
    ).rowCount
  await expect.poll(isDeleting).toBe(1)
  await Promise.all([first, erase(next)])
  expect(await app.db.$count(tables.clients)).toBe(0)
})
