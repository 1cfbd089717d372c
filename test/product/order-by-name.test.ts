import { expect, test } from 'vitest'
import { automations } from '#features/automations/register/contract.ts'
import { clients } from '#features/clients/contract.ts'
import { users } from '#features/identity/users/contract.ts'
import { consultations } from '#features/leads/consultation-form/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import {
  clients as clientTable,
  inquiries as leadTable,
  users as userTable,
} from '#server/database/schema.ts'
import { openTestApp } from '../harness/test-app.ts'

const names = [
  'ada',
  'Ada',
  'Ádám',
  'Adam',
  'Ägidius',
  'bo',
  'Çelik',
  'Dvořák',
  'Émile',
  'emil',
  'Zoë',
  'Zoe\u0308',
  'zoé',
  'Łukasz',
  'Lukas',
  'Müller',
  'Muller',
  'Ångström',
  'Øst',
  'Oslo',
  'Ωmega',
  'Алексей',
  'яна',
  '東京',
  '각',
  '2 Men',
  '10 Men',
  '(odd)',
  '😀',
  'ß',
  'Sz',
  'st',
  'é',
  'e',
  'İpek',
  'ırmak',
  'O’Hara',
  "O'Hara",
  'O Hara',
  'x'.repeat(64),
  `${'x'.repeat(63)}é`,
]

/** Sorts as the browser does. Names that only differ in their bytes are sorted by them. */
const root = new Intl.Collator('en')
const bytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
const expected = names.toSorted((one, other) => root.compare(one, other) || bytes(one, other))

test('clients are in the Unicode root order, both ways, page by page', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  await app.db.insert(clientTable).values(names.map((name) => ({ name, email: 'n@n.test' })))
  for (const [sort, order] of [
    ['name', expected],
    ['-name', expected.toReversed()],
  ] as const) {
    const found: string[] = []
    for (let page = 1; page <= Math.ceil(names.length / 7); page++) {
      const { clients: some } = await admin.call(clients.list, { sort, page, limit: 7 })
      found.push(...some.map(({ name }) => name))
    }
    expect(found).toEqual(order)
  }
})

test('leads are in the Unicode root order, both ways, and each page follows the one before', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const leads = names.map((name, at) => ({
    name,
    company: name,
    email: 'n@n.test',
    message: 'Text',
    service: 'consultation',
    contentHash: Buffer.from(`${at}`),
  }))
  await app.db.insert(leadTable).values(leads)
  for (const list of [inquiries.list, consultations.list]) {
    for (const key of ['name', 'company'] as const) {
      for (const sort of [key, `-${key}`] as const) {
        const found: string[] = []
        let after: string | undefined
        do {
          const page = await admin.call(list, { sort, limit: 3, ...(after && { after }) })
          if (!('items' in page)) throw new Error('not a page')
          found.push(...page.items.map(({ name }) => name))
          after = page.next ?? undefined
        } while (after)
        expect([sort, found]).toEqual([sort, sort === key ? expected : expected.toReversed()])
      }
    }
  }
})

test('automations and users are in the Unicode root order', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const { id: clientId } = await admin.call(clients.create, { name: 'Ada', email: 'n@n.test' })
  for (const name of names) await admin.call(automations.create, { clientId, name })
  const { items } = await admin.call(automations.list, { limit: 100 })
  expect(items.map(({ name }) => name)).toEqual(expected)
  const owner = await app.person('owner')
  await app.db.insert(userTable).values(
    ['Zoë', 'émile', 'Bo', 'Ärne', 'ada'].map((username) => ({
      username,
      passwordHash: '',
      role: 'agent' as const,
    })),
  )
  const found = await owner.call(users.list, {})
  const usernames = found.map(({ username }) => username)
  expect(usernames).toEqual(usernames.toSorted(root.compare))
})
