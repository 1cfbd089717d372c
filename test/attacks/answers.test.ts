import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Endpoint, methodAndPath } from '#contract/endpoint.ts'
import { agenda } from '#features/booking/agenda/contract.ts'
import { availability, meetingTypePreview } from '#features/booking/availability/contract.ts'
import { visits } from '#features/booking/bookings/contract.ts'
import { meetingTypes } from '#features/booking/types/contract.ts'
import { chat } from '#features/chat/protocol/contract.ts'
import { clients } from '#features/clients/contract.ts'
import { notes } from '#features/clients/notes/contract.ts'
import { pages } from '#features/content/pages/contract.ts'
import { users } from '#features/identity/users/contract.ts'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { receiptProofs } from '#features/receipts/proofs/contract.ts'
import { mailThreads, receipts } from '#server/database/schema.ts'
import { seedSite } from '../../src/seed.ts'
import { register } from '../../src/services.ts'
import { failedAutomation } from '../harness/automations.ts'
import { addHost, book, hold, startAt } from '../harness/bookings.ts'
import { openChatTestApp } from '../harness/chat-app.ts'
import { face, uploadPicture } from '../harness/pictures.ts'
import { newProject, upload } from '../harness/project.ts'
import { appendMany, sequence } from '../harness/receipts.ts'
import { receive } from '../harness/replies.ts'
import { pdf } from '../harness/sample-files.ts'
import { anyId, jsonSchema, pathOf, sampleInput } from '../harness/sample-input.ts'
import { openTestApp, origin, type Person, type TestApp } from '../harness/test-app.ts'

const endpoints = register.map(({ endpoint }) => endpoint)

/** Field names that no response may contain. */
const secretKeys =
  /hash|secret|token|encrypted|storageKey|visitorId|visitorHash|search|totp|idempotency|^password$/i

type Schema = {
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** Every key that a schema allows, as dotted paths with `*` where any key may occur. */
function promised(schema: Schema, path = ''): Set<string> {
  const found = new Set<string>()
  const add = (more: Schema, at: string) => {
    for (const key of promised(more, at)) found.add(key)
  }
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    found.add(`${path}.${key}`)
    add(inner, `${path}.${key}`)
  }
  if (typeof schema.additionalProperties === 'object') {
    found.add(`${path}.*`)
    add(schema.additionalProperties, `${path}.*`)
  }
  if (schema.items) add(schema.items, path)
  for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) add(inner, path)
  return found
}

function keysOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keysOf(item, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    return [`${path}.${key}`, ...keysOf(inner, `${path}.${key}`)]
  })
}

function outputKeys(endpoint: Endpoint): Set<string> {
  return promised(jsonSchema(endpoint, 'output') as Schema)
}

test('no output has room for a secret, except those shown once', () => {
  const exposed = endpoints.flatMap((endpoint) =>
    [...outputKeys(endpoint)]
      .filter((key) =>
        secretKeys.test(
          key
            .split('.')
            .at(-1)
            ?.replace(/^(has(Html|Secret)|search(Description|Keywords))$/, '') ?? '',
        ),
      )
      .map((key) => `${endpoint.name}${key}`),
  )
  expect(exposed).toEqual([
    'secondFactor.start.secret',
    // These hashes are part of a public proof.
    'receiptProofs.inclusion.hashes',
    'receiptProofs.consistency.hashes',
    // A design token is a name in the style sheet.
    'colors.derive.adjusted.token',
    // Returned to the person who follows the link of a chat.
    'chat.followLink.visitorId',
    // Returned to the person who holds or books.
    'holds.create.holdToken',
    'meetings.create.meetingToken',
  ])
})

async function firstLeaf(app: TestApp): Promise<string> {
  await appendMany(app, 1)
  await sequence(app)
  const [first] = await app.db.select().from(receipts).orderBy(receipts.seq).limit(1)
  return Buffer.from(first?.leaf ?? []).toString('hex')
}

async function fill(app: Awaited<ReturnType<typeof openChatTestApp>>, owner: Person) {
  const project = await newProject(app)
  const { id: documentId } = await upload(app, owner, project, 'a.pdf', pdf)
  const { id: noteId } = await owner.call(notes.create, { ...project, content: 'N' })
  const visitor = await app.visitor()
  visitor.send({ type: 'send_message', sessionId: visitor.sessionId, content: 'Hello' })
  await visitor.receive('new_message')
  const written = { name: 'Ada', email: 'ada@n.example', message: 'Hello', filledInMs: 9000 }
  const consultationData = { projectType: 'optimization', servicesInterested: ['Other'] }
  const { id, requestUrl } = await app.stranger().call(inquiries.create, written)
  const token = requestUrl?.split('/').at(-1) ?? ''
  const [deadline] = (await owner.call(inbox.list, {})).items
  await app.stranger().call(inquiries.create, { ...written, name: 'B', consultationData })
  await owner.call(inquiries.setStatus, { id, status: 'contacted' })
  const deadlineId = deadline?.id ?? ''
  const [thread] = await app.db
    .insert(mailThreads)
    .values({ subject: 'Hello', inquiryId: id })
    .returning()
  const threadId = thread?.id ?? ''
  await receive(app, threadId)
  await addHost(app)
  const { meetingToken, joinUrl } = await book(app, 0, { requestToken: token })
  const { holdToken } = await hold(app, await startAt(app, 3))
  return {
    meetingToken,
    holdToken,
    joinToken: joinUrl?.split('/').at(-1) ?? '',
    project,
    documentId,
    noteId,
    inquiryId: id,
    deadlineId,
    threadId,
    token,
    leaf: await firstLeaf(app),
    sessionId: visitor.sessionId,
  }
}

test('every answer has the fields of its contract and no others', async () => {
  await using app = await openChatTestApp()
  await seedSite(app.db)
  const owner = await app.person('owner', 'olga')
  const made = await fill(app, owner)
  const watched = await failedAutomation(app, owner, made.project.clientId)
  await owner.call(clients.list, {})
  const [legal] = (await owner.call(pages.list, { kind: 'legal' })).items
  const { meetingTypes: callTypes } = await owner.call(meetingTypes.list, {})
  const pageCalls = [pages.show.call, pages.versions.call, pages.version.call]
  const idOf: Record<string, string> = {
    [chat.context.call]: made.sessionId,
    [chat.messages.call]: made.sessionId,
    'GET /contact/inquiries/:id': made.inquiryId,
    'GET /admin/inbox/:id': made.deadlineId,
    'GET /admin/mail/threads/:id': made.threadId,
    'GET /admin/users/:id/profile': (await owner.call(users.list, {}))[0]?.id ?? '',
    'GET /admin/media/:id': (await uploadPicture(app, owner, 'portrait', await face())).id,
    ...Object.fromEntries(pageCalls.map((call) => [call, legal?.id ?? ''])),
    'GET /contact/inquiries/:id/client-matches': made.inquiryId,
    [meetingTypePreview.show.call]: callTypes[0]?.id ?? '',
    'GET /admin/bookings/:id': (await owner.call(agenda.list, {})).items[0]?.id ?? '',
    'GET /admin/bookings/:id/brief': (await owner.call(agenda.list, {})).items[0]?.id ?? '',
  }
  const tokenOf: Record<string, string> = {
    [visits.hold.call]: made.holdToken,
    [visits.join.call]: made.joinToken,
  }
  let exposed = 0
  for (const endpoint of endpoints) {
    if (methodAndPath(endpoint).method !== 'GET' || endpoint.stream) continue
    const ids: Record<string, string> = {
      ...made.project,
      documentId: made.documentId,
      sha256: made.leaf,
      runId: watched.runId,
      sessionId: made.sessionId,
      token:
        tokenOf[endpoint.call] ??
        (endpoint.call.includes('/meetings/') ? made.meetingToken : made.token),
      number: '1',
      type: 'consultation',
      kind: 'legal',
      userId: 'me',
      slug: endpoint.call === availability.show.call ? 'consultation' : 'privacy',
      id: endpoint.call.startsWith('GET /admin/automations/:id')
        ? watched.automationId
        : (idOf[endpoint.call] ?? made.project.clientId),
    }
    const query = new URLSearchParams(sampleInput(endpoint, 'required') as Record<string, string>)
    const listsSlots =
      endpoint.call === availability.slots.call || endpoint.call === agenda.slots.call
    if (listsSlots) query.set('type', 'consultation')
    if (endpoint.call === receiptProofs.inclusion.call) query.set('leaf', made.leaf)
    const answer = await app.send({
      url: `${pathOf(endpoint, (name) => ids[name] ?? anyId)}?${query}`,
      headers: { origin, cookie: owner.cookie ?? '' },
    })
    if (answer.statusCode !== 200) {
      expect([endpoint.call, answer.json().code]).toEqual([endpoint.call, 'google_not_configured'])
      continue
    }
    const allowed = outputKeys(endpoint)
    const open = [...allowed].filter((key) => key.endsWith('.*')).map((key) => key.slice(0, -1))
    const others = [...new Set(keysOf(answer.json()))].filter(
      (key) => !allowed.has(key) && !open.some((start) => key.startsWith(start)),
    )
    expect([endpoint.call, others]).toEqual([endpoint.call, []])
    exposed += keysOf(answer.json()).length
  }
  expect(exposed).toBeGreaterThan(100)
})

/**
 * Renames every table except those that identify the requester.
 * @returns a function that restores the names.
 */
async function hideTables({ db }: TestApp): Promise<() => Promise<void>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('users', 'sessions')`)
  const rename = async (from: string, to: string) => {
    await db.execute(sql.raw(`alter table "${from}" rename to "${to}"`))
  }
  for (const { name } of rows) await rename(name, `hidden_${name}`)
  return async () => {
    for (const { name } of rows) await rename(`hidden_${name}`, name)
  }
}

test('when the database fails, no call says why, and the log does', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const giveBack = await hideTables(app)
  const failed: string[] = []
  try {
    for (const endpoint of endpoints) {
      const { method } = methodAndPath(endpoint)
      // These calls end the requester's session, or read none of the renamed tables.
      if (/logout|auth\/sessions|login/.test(endpoint.call)) continue
      const input = sampleInput(endpoint)
      const reads = method === 'GET' || method === 'DELETE'
      const query = reads ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
      const answer = await app.send({
        method,
        url: `${pathOf(endpoint)}${query}`,
        headers: { origin, cookie: owner.cookie ?? '' },
        ...(!reads && { payload: input }),
      })
      if (answer.statusCode >= 500) failed.push(endpoint.call)
      if (answer.statusCode !== 500) continue
      const { requestId, ...rest } = answer.json<{ requestId: string }>()
      expect([endpoint.call, rest]).toEqual([
        endpoint.call,
        { message: 'Something went wrong. Please try again.', code: 'internal' },
      ])
      const line = app.logged.find(({ event, reqId }) => {
        return event === 'internal' && reqId === requestId
      })
      expect([endpoint.call, line]).toMatchObject([
        endpoint.call,
        { error: { errorCode: '42P01' } },
      ])
    }
  } finally {
    await giveBack()
  }
  expect(failed.length).toBeGreaterThan(40)
  // The log must contain neither the query nor its parameters.
  expect(JSON.stringify(app.logged)).not.toMatch(/select "|insert into|ada@n\.example/i)
})
