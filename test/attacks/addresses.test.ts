import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { type Endpoint, methodAndPath } from '#contract/endpoint.ts'
import { clients } from '#features/clients/contract.ts'
import { notes } from '#features/clients/notes/contract.ts'
import * as schema from '#server/database/schema.ts'
import { documentsDirectory } from '#server/files/open-storage.ts'
import { register } from '../../src/services.ts'
import { newProject, upload, uploadUrl } from '../harness/project.ts'
import { multipart, pdf } from '../harness/sample-files.ts'
import { anyId, pathOf, sampleInput } from '../harness/sample-input.ts'
import { openTestApp, origin, type Person, type TestApp } from '../harness/test-app.ts'

const endpoints = register.map(({ endpoint }) => endpoint)
const parameters = ({ call }: Endpoint) => [...call.matchAll(/:(\w+)/g)].map(([, name]) => name)

let asked = 0

/** Each call comes from an address of its own, because public calls are limited by address. */
function ask(app: TestApp, person: Person, endpoint: Endpoint, url: string, input?: object) {
  asked += 1
  const { method } = methodAndPath(endpoint)
  const isUpload = endpoint.stream === 'upload'
  const file = multipart('a.pdf', pdf)
  return app.send({
    method,
    url,
    remoteAddress: `198.18.${asked >> 8}.${asked & 255}`,
    headers: {
      origin,
      cookie: person.cookie ?? '',
      ...(isUpload && file.headers),
    },
    ...(isUpload && { payload: file.payload }),
    ...(!isUpload && !['GET', 'DELETE'].includes(method) && { payload: input ?? {} }),
  })
}

// C02

/** Hashes the rows of every table and the bytes of every file. */
async function fingerprint(app: TestApp): Promise<string> {
  const hash = createHash('sha256')
  // Sessions are left out because they record their use, and so are counters.
  const tables = Object.values(schema).filter(
    (value) => is(value, PgTable) && value !== schema.sessions,
  )
  for (const table of tables as PgTable[]) {
    const name = sql.identifier(getTableName(table))
    const { rows } = await app.db.execute(
      sql`select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${name} t`,
    )
    hash.update(`${getTableName(table)} ${JSON.stringify(rows)}`)
  }
  const directory = documentsDirectory(app.deps.config)
  for (const file of readdirSync(directory).sort()) {
    hash.update(file).update(readFileSync(`${directory}/${file}`))
  }
  return hash.digest('hex')
}

async function openFolder(app: TestApp, admin: Person): Promise<Record<string, string>> {
  const project = await newProject(app)
  const { id: documentId } = await upload(app, admin, project, 'a.pdf', pdf)
  const { id: noteId } = await admin.call(notes.create, { ...project, content: 'N' })
  return { ...project, documentId, noteId, number: '1', n: '1', kind: 'legal', slug: 'none' }
}

test('nested records are not found, and not changed, through a wrong parent', async () => {
  await using app = await openTestApp()
  const admin = await app.person('owner')
  const [ours, theirs] = [await openFolder(app, admin), await openFolder(app, admin)]
  const { id: elsewhere } = await admin.call(clients.create, { name: 'X', email: 'x@n.example' })
  const nested = endpoints.filter((endpoint) => parameters(endpoint).length > 1)
  expect(nested.length).toBeGreaterThanOrEqual(11)
  const before = await fingerprint(app)
  for (const endpoint of nested) {
    const names = parameters(endpoint) as string[]
    // Replaces one id at a time with another client's.
    const mixed = names.map((name) => ({ ...ours, [name]: theirs[name] ?? anyId }))
    for (const ids of [...mixed, { ...ours, clientId: elsewhere }]) {
      const url = pathOf(endpoint, (name) => ids[name] ?? anyId)
      const answer = await ask(app, admin, endpoint, url, sampleInput(endpoint))
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found'])
    }
  }
  expect(await fingerprint(app)).toBe(before)
  const right = { clientId: ours.clientId ?? '', projectId: ours.projectId ?? '' }
  await upload(app, admin, right, 'b.pdf', pdf)
  expect(await fingerprint(app)).not.toBe(before)
  expect(uploadUrl(right)).toContain(right.projectId)
})

// C03

const oddIds = [
  "1'",
  '..%2f',
  '..%2f..%2fetc',
  '1e30',
  `${10n ** 30n}`,
  '-1',
  '0',
  '%00',
  '%0a',
  '%F0%9F%98%80',
  'a%20b',
  'null',
  'undefined',
  '[object%20Object]',
  '$ne',
  '*',
  '%25',
  '%zz',
  'x'.repeat(10_000),
  "01a1f904-ccfd-7ae2-b26f-4793b12995ef'--",
  '{01a1f904-ccfd-7ae2-b26f-4793b12995ef}',
]

test('malformed ids are refused everywhere, before any lookup', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  let turn = 0
  for (const endpoint of endpoints) {
    if (parameters(endpoint).length === 0) continue
    // The values take turns, because the few schemas that the endpoints share parse all of them.
    const some = Array.from({ length: 5 }, () => oddIds[turn++ % oddIds.length] ?? '')
    for (const [at, id] of some.entries()) {
      const name = parameters(endpoint)[at % parameters(endpoint).length]
      const url = pathOf(endpoint, (which) => (which === name ? id : anyId))
      const answer = await ask(app, owner, endpoint, url, sampleInput(endpoint))
      const about = [endpoint.call, id.slice(0, 40)]
      expect([...about, [400, 404, 415].includes(answer.statusCode)], answer.body).toEqual([
        ...about,
        true,
      ])
      expect(answer.json()).toMatchObject({ message: expect.any(String) })
    }
    const empty = await ask(app, owner, endpoint, pathOf(endpoint, ''), sampleInput(endpoint))
    expect([endpoint.call, [400, 404, 405].includes(empty.statusCode)]).toEqual([
      endpoint.call,
      true,
    ])
  }
  expect(app.logged.filter(({ event }) => event === 'internal')).toEqual([])
})
