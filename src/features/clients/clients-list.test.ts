import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clients as table } from '#server/database/schema.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { openTestApp, origin, type Person, type TestApp } from '#test/harness/test-app.ts'
import { type ClientPage, type ClientSort, clientSorts, clients } from './contract.ts'
import { listClients } from './list-clients.server.ts'
import { projects } from './projects/contract.ts'

type Row = { name: string; email?: string; company?: string; status?: 'active' | 'archived' }

/** Inserts clients in order, so that the last one is the newest. */
async function add(app: TestApp, rows: Row[]): Promise<void> {
  const start = Date.UTC(2026, 0, 1)
  await app.db.insert(table).values(
    rows.map((row, index) => ({
      email: 'somebody@example.test',
      ...row,
      createdAt: new Date(start + index * 1000),
    })),
  )
}

async function found(person: Person, search: string): Promise<string[]> {
  const { clients: page, total } = await person.call(clients.list, { search })
  expect(total).toBe(page.length)
  return page.map(({ name }) => name)
}

test('a list has pages of 20, newest first, with exact totals', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const rows = Array.from({ length: 45 }, (_, n): Row => ({ name: `Client ${n}` }))
  await add(app, [...rows, { name: 'Old', status: 'archived' }])
  const first = await mara.call(clients.list, {})
  expect(first.clients.map(({ name }) => name).slice(0, 2)).toEqual(['Old', 'Client 44'])
  expect(first.total).toBe(46)
  const names = []
  for (const page of [1, 2, 3, 4]) {
    names.push((await mara.call(clients.list, { page })).clients.map(({ name }) => name))
  }
  expect(names.map(({ length }) => length)).toEqual([20, 20, 6, 0])
  expect(new Set(names.flat()).size).toBe(46)
  const archived = await mara.call(clients.list, { status: 'archived' })
  expect([archived.total, archived.clients.map(({ name }) => name)]).toEqual([1, ['Old']])
})

test('far pages are the same as in longer pages', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  await add(
    app,
    Array.from({ length: 113 }, (_, n): Row => ({ name: `Client ${String(n).padStart(3, '0')}` })),
  )
  for (const sort of clientSorts) {
    const names = async (page: number, limit: number) =>
      (await mara.call(clients.list, { page, limit, sort })).clients.map(({ name }) => name)
    const all = [...(await names(1, 100)), ...(await names(2, 100))]
    expect([sort, all.length]).toEqual([sort, 113])
    for (const page of [101, 112, 113, 114]) {
      expect([sort, page, await names(page, 1)]).toEqual([sort, page, all.slice(page - 1, page)])
    }
  }
  const beyond = await mara.call(clients.list, { page: 999_999 })
  expect([beyond.clients, beyond.total]).toEqual([[], 113])
})

test('a client in a list is as it is alone', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const { id } = await mara.call(clients.create, {
    name: 'Ä "quoted" \\ name',
    email: 'a@b.example',
  })
  const { clients: listed } = await mara.call(clients.list, {})
  expect(listed).toEqual([await mara.call(clients.show, { id })])
})

test('each client in a list has its own projects, newest first', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  for (const name of ['Ada', 'Ben']) {
    const { id: clientId } = await mara.call(clients.create, { name, email: 'a@n.example' })
    for (const title of ['First', 'Second']) {
      await mara.call(projects.create, { clientId, title: `${title} of ${name}`, progress: 40 })
    }
  }
  const { clients: listed } = await mara.call(clients.list, {})
  const titles = listed.map((client) => client.projects.map(({ title }) => title))
  expect(titles).toEqual([
    ['Second of Ben', 'First of Ben'],
    ['Second of Ada', 'First of Ada'],
  ])
  expect(listed[0]?.projects[0]).toMatchObject({ status: 'prospect', progress: 40 })
})

test('a list can be sorted both ways by each column; without a company is last', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  await add(app, [
    { name: 'beta', company: 'Ärzte', status: 'archived' },
    { name: 'Alpha' },
    { name: 'Gamma', company: 'Zeta' },
  ])
  const alpha = (await mara.call(clients.list, { search: 'alpha' })).clients[0]?.id ?? ''
  await app.db.update(table).set({ lastActivityAt: sql`${table.createdAt}` })
  await mara.call(projects.create, { clientId: alpha, title: 'Invoices' })
  const expected: Partial<Record<ClientSort, string>> = {
    created: 'beta Alpha Gamma',
    name: 'Alpha beta Gamma',
    company: 'beta Gamma Alpha',
    status: 'Alpha Gamma beta',
    activity: 'beta Gamma Alpha',
  }
  for (const [sort, names] of Object.entries(expected)) {
    for (const search of ['', 'a', 'example']) {
      const namesBy = async (sort: string) => {
        const wanted = { sort: sort as ClientSort, search }
        return (await mara.call(clients.list, wanted)).clients.map(({ name }) => name).join(' ')
      }
      expect([sort, search, await namesBy(sort)]).toEqual([sort, search, names])
      const reversed = names.split(' ').reverse().join(' ')
      expect([sort, search, await namesBy(`-${sort}`)]).toEqual([sort, search, reversed])
    }
  }
})

test('a search finds name, email and company in any case, with accents or without', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  await add(app, [
    { name: 'Ada Okafor', email: 'ada@northfold.example', company: 'Northfold Logistics' },
    { name: '100% Wool', email: 'wool@tarn.example', company: 'Tarn & Co.' },
    { name: 'under_score', email: 'x@y.example' },
    { name: 'back\\slash', email: 'x@y.example' },
    { name: "O'Hara", email: 'x@y.example' },
    { name: 'Ärzte 😀', email: 'x@y.example', company: '東京' },
  ])
  const expected: [string, string[]][] = [
    ['okaFOR', ['Ada Okafor']],
    ['NORTHFOLD.ex', ['Ada Okafor']],
    ['logistics', ['Ada Okafor']],
    ['  ada  ', ['Ada Okafor']],
    ['%', ['100% Wool']],
    ['0%', ['100% Wool']],
    ['_', ['under_score']],
    ['r_s', ['under_score']],
    ['\\', ['back\\slash']],
    ['k\\s', ['back\\slash']],
    ["'", ["O'Hara"]],
    ['& c', ['100% Wool']],
    ['co.', ['100% Wool']],
    ['ada okafor ada@northfold.example northfold', ['Ada Okafor']],
    // The separators between words of the search column must not match any term.
    ['adaAoka', []],
    ['northfold northfold', []],
    ['ärz', ['Ärzte 😀']],
    ['arzte', ['Ärzte 😀']],
    ['ÄRZ', ['Ärzte 😀']],
    ['😀', ['Ärzte 😀']],
    ['東京', ['Ärzte 😀']],
    ['wo', ['100% Wool']],
    ['zq', []],
    ['q', []],
    ["'; drop table clients; --", []],
    ['(a+)+$', []],
    ['nothing like it', []],
  ]
  for (const [term, names] of expected) {
    expect([term, await found(mara, term)]).toEqual([term, names])
  }
  expect((await mara.call(clients.list, { search: '   ' })).total).toBe(6)
})

test('a search is of at most 200 characters', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  expect((await mara.call(clients.list, { search: 'x'.repeat(200) })).total).toBe(0)
  expect((await mara.call(clients.list, { search: '.'.repeat(200) })).total).toBe(0)
  const failure = await failureOf(mara.call(clients.list, { search: 'x'.repeat(201) }))
  expect([failure.status, failure.fields]).toEqual([400, { search: 'Use at most 200 characters' }])
})

test('the total of a search is exact, however many match, and its last page is reached', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const many = Array.from({ length: 1_050 }, (_, n): Row => ({ name: `Many ${n}` }))
  await add(app, [...many, { name: 'Few', status: 'archived' }])
  for (const search of ['many', 'an', 'n']) {
    const page = await mara.call(clients.list, { search })
    expect([search, page.total]).toEqual([search, 1_050])
    expect(page.clients.map(({ name }) => name).slice(0, 2)).toEqual(['Many 1049', 'Many 1048'])
    const last = await mara.call(clients.list, { search, page: 53 })
    expect(last.clients.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Many ${9 - n}`),
    )
  }
  expect((await mara.call(clients.list, { search: 'many', status: 'archived' })).total).toBe(0)
})

test('pages and limits that make no sense are clamped, unknown words refused', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  await add(
    app,
    Array.from({ length: 120 }, (_, n): Row => ({ name: `Client ${n}` })),
  )
  const list = async (query: string) => {
    const headers = { origin, cookie: mara.cookie ?? '' }
    const answer = await app.send({ url: `/api/admin/clients?${query}`, headers })
    const { clients: page, total } = answer.json<Partial<ClientPage>>()
    return [answer.statusCode, page?.length, total, page?.[0]?.name]
  }
  const firstPage = [200, 20, 120, 'Client 119']
  expect(await list('')).toEqual(firstPage)
  for (const page of ['0', '-1', 'NaN', '', 'x', '1.9']) {
    expect([page, ...(await list(`page=${page}`))]).toEqual([page, ...firstPage])
  }
  expect(await list('page=1e9')).toEqual([200, 0, 120, undefined])
  expect(await list('limit=1e9')).toEqual([200, 100, 120, 'Client 119'])
  expect(await list('limit=0')).toEqual([200, 1, 120, 'Client 119'])
  expect(await list('limit=abc')).toEqual(firstPage)
  expect(await list('search[]=x&unknown=1')).toEqual(firstPage)
  expect(await list('page=2&limit=20')).toEqual([200, 20, 120, 'Client 99'])
  for (const wrong of ['status=active&status=archived', 'status=gone', 'sort=id', 'search=%00']) {
    expect([wrong, (await list(wrong))[0]]).toEqual([wrong, 400])
  }
})

test('many searches at once wait in a queue, and are refused when it is full', async () => {
  await using app = await openTestApp()
  await add(app, [{ name: 'Ada' }])
  const wanted = { page: 1, limit: 20, search: 'ada', sort: '-created' } as const
  const { outcomes } = await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table clients in access exclusive mode`)
    const begun = Array.from({ length: 110 }, () => listClients(app.db, wanted))
    const outcomes = Promise.allSettled(begun)
    await expect(begun.at(-1)).rejects.toMatchObject({ code: 'unavailable' })
    return { outcomes }
  })
  expect((await outcomes).map(({ status }) => status)).toEqual([
    ...Array.from({ length: 104 }, () => 'fulfilled'),
    ...Array.from({ length: 6 }, () => 'rejected'),
  ])
})
