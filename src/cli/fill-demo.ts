import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'
import { extensionOf, typeOfExtension } from '#contract/file-rules.ts'
import { defaultSettings } from '#features/content/resolved-settings/defaults.ts'
import { readLiveSettings } from '#server/content/live-settings.ts'
import type { Database } from '#server/database/open.ts'
import * as tables from '#server/database/schema.ts'
import { openStorage } from '#server/files/open-storage.ts'
import type { Storage } from '#server/files/storage.ts'
import { storeAutomations } from './demo-automations.ts'
import { storeCalls } from './demo-calls.ts'
import { makeDeadlines } from './demo-deadlines.ts'
import { makeChart, makePdf } from './demo-files.ts'
import { dice, makeStory } from './demo-story.ts'
import { operate } from './operate.ts'

type Story = ReturnType<typeof makeStory>
type NewDocument = typeof tables.projectDocuments.$inferInsert

/** Most projects have two files, some have none. */
function filesOf({ title, description, budget }: Story['projects'][number], at: number) {
  const lines = [
    description ?? '',
    '',
    `Budget: ${budget ?? 'open'}`,
    '',
    'Invented for demonstration.',
  ]
  const roll = dice(at + 1)
  const all = [
    { name: `Proposal ${title}.pdf`, bytes: makePdf(`Proposal: ${title}`, lines) },
    {
      name: 'Hours saved per week.png',
      bytes: makeChart(Array.from({ length: 12 }, (_, week) => 3 + week + roll.below(6))),
    },
    { name: 'Kick-off notes.txt', bytes: Buffer.from(`${title}\n\n${lines.join('\n')}\n`) },
  ]
  return all.slice(0, at % 4)
}

async function store(storage: Storage, bytes: Buffer) {
  const received = await storage.receive(bytes.length)
  try {
    await pipeline(Readable.from([bytes]), received.sink)
    const sha256 = received.sha256()
    await received.commit(sha256)
    return { storageKey: received.key, sha256, fileSize: bytes.length }
  } finally {
    await received.discard()
  }
}

async function storeDocuments(storage: Storage, { projects }: Story, authorId: string | null) {
  const documents: NewDocument[] = []
  for (const [at, project] of projects.entries()) {
    for (const { name, bytes } of filesOf(project, at)) {
      documents.push({
        ...(await store(storage, bytes)),
        projectId: project.id ?? '',
        authorId,
        originalName: name,
        mimeType: typeOfExtension[extensionOf(name)] ?? '',
        createdAt: project.createdAt ?? new Date(),
      })
    }
  }
  return documents
}

/** @throws Error of one line where somebody works already: invented records would mix with theirs. */
async function assertFresh(db: Database): Promise<void> {
  for (const table of [tables.clients, tables.inquiries, tables.chatSessions]) {
    if ((await db.$count(table)) === 0) continue
    throw new Error(
      'This installation already has clients, requests or chats. The demo data is for a fresh one: use a new DATA_DIR.',
    )
  }
}

/**
 * Fills a fresh installation with an invented firm: 25 clients with projects, notes and documents,
 * twelve weeks of inquiries and chats, calls of two hosts, and automations.
 *
 * @returns one line for the operator. @throws Error of one line as `assertFresh`.
 */
export async function fillDemo(db: Database, storage: Storage, now: Date): Promise<string> {
  await assertFresh(db)
  const [owner] = await db
    .select({ id: tables.users.id })
    .from(tables.users)
    .where(eq(tables.users.role, 'owner'))
    .orderBy(tables.users.createdAt)
    .limit(1)
  const authorId = owner?.id ?? null
  const story = makeStory(now, authorId)
  // Files are stored first, because a row must not exist without its file. A file without a row is
  // swept.
  const documents = await storeDocuments(storage, story, authorId)
  const { clients, projects, notes, inquiries, sessions, messages } = story
  const settings = (await readLiveSettings(db))?.document ?? defaultSettings()
  const { deadlines, events } = makeDeadlines(settings, inquiries, now, authorId)
  const { automations, calls } = await db.transaction(async (tx) => {
    await tx.insert(tables.inquiries).values(
      inquiries.map((lead) => ({
        ...lead,
        clientId: null,
        assigneeId: lead.firstContactedAt ? authorId : null,
      })),
    )
    await tx.insert(tables.replyDeadlines).values(deadlines)
    await tx.insert(tables.replyDeadlineEvents).values(events)
    await tx.insert(tables.clients).values(clients)
    for (const { id = '', clientId } of inquiries.filter(({ clientId }) => clientId)) {
      await tx.update(tables.inquiries).set({ clientId }).where(eq(tables.inquiries.id, id))
    }
    await tx.insert(tables.projects).values(projects)
    await tx.insert(tables.projectNotes).values(notes.map((note) => ({ ...note, authorId })))
    await tx.insert(tables.projectDocuments).values(documents)
    await tx.insert(tables.chatSessions).values(sessions)
    await tx.insert(tables.chatMessages).values(messages)
    const { hours } = settings
    return {
      calls: authorId
        ? await storeCalls(tx, { leads: inquiries, ownerId: authorId, now, hours })
        : 0,
      automations: await storeAutomations(tx, {
        clients,
        projects,
        assigneeId: authorId,
        now,
        zone: hours.timeZone,
      }),
    }
  })
  return `Added ${clients.length} clients, ${projects.length} projects, ${notes.length} notes, ${documents.length} documents, ${inquiries.length} inquiries, ${sessions.length} chats, ${calls} calls and ${automations} automations. All of it is invented.`
}

export const seedDemo = () =>
  operate(async (db, config) => fillDemo(db, await openStorage(config), new Date()))
