import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { searchableMessage, inquiries as table } from '#server/database/schema.ts'
import { openTestApp, origin, type Person, type TestApp } from '#test/harness/test-app.ts'
import { consultations } from './consultation-form/contract.ts'
import { type Inquiry, inquiries } from './contract.ts'

type Row = Partial<typeof table.$inferInsert>

async function add(app: TestApp, rows: Row[]) {
  await app.db.insert(table).values(
    rows.map((row) => ({
      id: randomUUIDv7(),
      name: 'Ada Okafor',
      email: 'ada@northfold.example',
      message: '4,000 slips a week.',
      contentHash: new Uint8Array(32),
      ...row,
    })),
  )
}

type Listing = Input<typeof inquiries.list>

/** A page of leads, with the cursor of the next page. */
async function pageOf(person: Person, wanted: Listing, list = inquiries.list) {
  const page = await person.call(list, { limit: 100, ...wanted })
  if (Array.isArray(page)) throw new Error('the whole list instead of a page')
  return page
}

async function everyPage(person: Person, wanted: Listing, between = async () => {}) {
  const seen: Inquiry[] = []
  let page = await pageOf(person, wanted)
  for (;;) {
    seen.push(...page.items)
    if (page.next === null) return seen
    await between()
    page = await pageOf(person, { ...wanted, after: page.next })
  }
}

const names = (leads: { name: string }[]) => leads.map(({ name }) => name)
const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9))

const three: Row[] = [
  { name: 'Esi', email: 'esi@n.example', company: 'Quarry Lane', status: 'closed' },
  { name: 'Émile', email: 'emile@n.example', company: 'Tarn & Co.' },
  { name: 'ada', email: 'A.Okafor@Tarn.example', status: 'contacted' },
]

async function withThree() {
  const app = await openTestApp()
  await add(
    app,
    three.map((row, n) => ({ ...row, createdAt: at(14 - n) })),
  )
  return { app, agent: await app.person('agent') }
}

test.each(['', 'name', '-company', 'status', '-budget', 'date'] as const)(
  '250 leads of one moment are paged by "%s" without repeating or missing any',
  async (sort) => {
    await using app = await openTestApp()
    const agent = await app.person('agent')
    const createdAt = new Date()
    const row = (n: number) => ({ name: `Lead ${n % 7}`, company: `C${n % 3}`, createdAt })
    await add(
      app,
      Array.from({ length: 250 }, (_, n) => row(n)),
    )
    const before = await app.db.select({ id: table.id }).from(table)
    const wanted = { limit: 30, ...(sort && { sort }) }
    const seen = await everyPage(agent, wanted, () => add(app, [{ name: 'Lead 3' }]))
    const ids = seen.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(before.filter(({ id }) => !ids.includes(id))).toEqual([])
  },
)

test('without paging parameters the lists are whole, with one they are pages', async () => {
  const { app, agent } = await withThree()
  await using _ = app
  const get = async (query: string) => {
    const headers = { origin, cookie: agent.cookie ?? '' }
    return (await app.send({ url: `/api/contact/inquiries${query}`, headers })).json()
  }
  expect(names(await get(''))).toEqual(['Esi', 'Émile', 'ada'])
  const { items, next } = await get('?limit=2')
  expect(names(items)).toEqual(['Esi', 'Émile'])
  const last = await get(`?after=${next}`)
  expect([names(last.items), last.next]).toEqual([['ada'], null])
  expect(Object.keys(items[0])).toEqual(Object.keys((await get(''))[0]))
  expect(await get('?page=2&limit=2')).toEqual({ ...last, total: 3 })
  const nothing = { items: [], next: null }
  expect(await pageOf(agent, {}, consultations.list as never)).toEqual(nothing)
  const spam = await pageOf(agent, { page: 1, quarantined: 'true' })
  expect(spam).toEqual({ ...nothing, total: 0 })
})

test.each([
  ['a cursor of nobody', { after: 'x' }, 'after'],
  ['a cursor of 201 characters', { after: 'x'.repeat(201) }, 'after'],
  ['a cursor with another id', { after: '1.2.' }, 'after'],
  ['limit 0', { limit: 0 }, 'limit'],
  ['limit 101', { limit: 101 }, 'limit'],
  ['page 0', { page: 0 }, 'page'],
  ['a page and a cursor', { page: 1, after: '0.01a1f904-ccfd-7ae2-b26f-4793b12995ef.' }, 'page'],
] as [string, Listing, string][])('%s is refused', async (_, wanted, field) => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  for (const list of [inquiries.list, consultations.list]) {
    await expect(agent.call(list, wanted)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { [field]: expect.any(String) },
    })
  }
})

test('a lead says since when and until when its sender waits, until somebody answers', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  const lead = { name: 'Vera', email: 'v@n.test', message: 'Slips', filledInMs: 9000 }
  const { id, replyBy } = await app.stranger().call(inquiries.create, lead)
  const [listed] = (await pageOf(agent, {})).items
  expect(listed?.waiting).toEqual({ since: expect.any(String), dueAt: replyBy })
  expect((await agent.call(inquiries.show, { id })).waiting).toEqual(listed?.waiting)
  const contacted = await agent.call(inquiries.setStatus, { id, status: 'contacted' })
  expect(contacted.waiting).toEqual(listed?.waiting)
  const closed = await agent.call(inquiries.setStatus, { id, status: 'closed' })
  expect(closed.waiting).toBeNull()
})

test('search looks at name, email and company whatever the case, status matches exactly', async () => {
  const { app, agent } = await withThree()
  await using _ = app
  const found = async (search: string, status?: 'new' | 'contacted') => {
    const filter = { search, ...(status && { status }) }
    const { items } = await pageOf(agent, filter)
    const { total } = await agent.call(inquiries.count, filter)
    expect(total).toBe(items.length)
    return names(items)
  }
  expect(await found('TARN')).toEqual(['Émile', 'ada'])
  expect(await found(' quarry ')).toEqual(['Esi'])
  expect(await found('émile')).toEqual(['Émile'])
  expect(await found('ÉMILE')).toEqual(['Émile'])
  expect(await found('%')).toEqual([])
  expect(await found('_')).toEqual([])
  expect(await found('& co')).toEqual(['Émile'])
  expect(await found('')).toHaveLength(3)
  expect(await found('', 'contacted')).toEqual(['ada'])
  expect(await found('tarn', 'new')).toEqual(['Émile'])
  const wrong = agent.call(inquiries.list, { status: 'con' } as never)
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a lead is found by its number or the beginning of it, whatever the case', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  await add(app, [
    { name: 'Ada', number: 'R-7K2M-Q4VD' },
    { name: 'Bo', number: 'R-7K2N-0000' },
    { name: 'Cy R-7K', number: 'R-9999-9999' },
    { name: 'Spam', number: 'R-7K2M-Q4VE', quarantined: true },
  ])
  const found = async (search: string) => {
    const { total } = await agent.call(inquiries.count, { search })
    const { items } = await pageOf(agent, { search, sort: 'name' })
    expect(total).toBe(items.length)
    return names(items)
  }
  expect(await found('R-7K2M-Q4VD')).toEqual(['Ada'])
  expect(await found(' r-7k2m-q4vd ')).toEqual(['Ada'])
  expect(await found('r-7k2m-')).toEqual(['Ada'])
  expect(await found('R-7k2')).toEqual(['Ada', 'Bo'])
  expect(await found('R-7k')).toEqual(['Ada', 'Bo', 'Cy R-7K'])
  expect(await found('Q4VD')).toEqual([])
  expect(await found('R-')).toEqual(['Cy R-7K'])
  expect(await found('R-%')).toEqual([])
})

test('search covers what a request says: process, challenges, goals and notes, by an index', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  const message = 'Consultation request from Ada of Northfold.'
  const asked = (name: string, consultationData: Record<string, string>) => ({
    name,
    email: `${name}@n.test`,
    message,
    service: 'consultation',
    consultationData,
  })
  await add(app, [
    asked('Ada', { projectDescription: 'Read delivery slips', goals: 'Fewer typos' }),
    asked('Bo', {
      projectDescription: 'Sort mail',
      currentChallenges: 'Every slip\nis handwritten',
    }),
    asked('Cy', { projectDescription: 'Plan tours', additionalNotes: 'We have RÉSUMÉS as well' }),
    { name: 'Di', message: 'Slips of a plain inquiry' },
  ])
  const found = async (search: string) => {
    const { total } = await agent.call(inquiries.count, { search })
    const { items } = await pageOf(agent, { search, sort: 'name' })
    expect(total).toBe(items.length)
    return names(items)
  }
  expect(await found('SLIP')).toEqual(['Ada', 'Bo', 'Di'])
  expect(await found('is handw')).toEqual(['Bo'])
  expect(await found('typos')).toEqual(['Ada'])
  expect(await found('résumés')).toEqual(['Cy'])
  // The sentence generated for a consultation request is not found, as its sender did not write it.
  expect(await found('Consultation request from')).toEqual([])
  expect(await found('nothing of the kind')).toEqual([])
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const plan = await tx.execute(
      sql`explain select from ${table} where ${searchableMessage(table)} like '%slip%'`,
    )
    expect(JSON.stringify(plan.rows)).toContain('inquiries_written_search')
  })
})

test('every search finds a part of the list, in its order', async () => {
  const { app, agent } = await withThree()
  await using _ = app
  const all = names((await pageOf(agent, {})).items)
  const property = fc.asyncProperty(fc.string({ maxLength: 200 }), async (search) => {
    const some = names((await pageOf(agent, { search })).items)
    expect(all.filter((name) => some.includes(name))).toEqual(some)
  })
  await fc.assert(property, { numRuns: 30 })
})

test('leads are sorted as people read, status by its course, and unknown columns are refused', async () => {
  const { app, agent } = await withThree()
  await using _ = app
  const sorted = async (sort: string) => names((await pageOf(agent, { sort: sort as never })).items)
  expect(await sorted('name')).toEqual(['ada', 'Émile', 'Esi'])
  expect(await sorted('-name')).toEqual(['Esi', 'Émile', 'ada'])
  expect(await sorted('status')).toEqual(['Émile', 'ada', 'Esi'])
  expect(await sorted('date')).toEqual(['ada', 'Émile', 'Esi'])
  expect(await sorted('service')).toEqual(['Esi', 'Émile', 'ada'])
  await expect(sorted('nonsense')).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a long name of many bytes fits the cursor', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  await add(
    app,
    Array.from({ length: 3 }, (_, n) => ({ name: `${'🧾'.repeat(90)}${n}` })),
  )
  expect(await everyPage(agent, { limit: 1, sort: 'name' })).toHaveLength(3)
})

test('one lead is shown by id, unless it is in quarantine, and spam is counted apart', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  const [id, spam] = [randomUUIDv7(), randomUUIDv7()]
  const consultation = { service: 'consultation' }
  await add(app, [{ id }, consultation, { id: spam, quarantined: true }])
  expect(await agent.call(inquiries.show, { id })).toMatchObject({ id })
  for (const gone of [spam, randomUUIDv7()]) {
    const refused = agent.call(inquiries.show, { id: gone })
    await expect(refused).rejects.toMatchObject({ code: 'not_found' })
  }
  const count = (wanted: Input<typeof inquiries.count>) => agent.call(inquiries.count, wanted)
  expect(await count({})).toEqual({ total: 2 })
  expect(await count({ consultations: 'true' })).toEqual({ total: 1 })
  expect(await count({ quarantined: 'true' })).toEqual({ total: 1 })
})
