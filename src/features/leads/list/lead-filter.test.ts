import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLeads, type Lead, newestFirst, orderLeads, statusOf } from './lead-filter.ts'

function lead(name: string, more: Partial<Lead> = {}): Lead {
  return {
    id: name,
    name,
    email: `${name.toLowerCase()}@n.example`,
    company: '',
    service: '',
    message: '',
    status: 'new',
    clientId: null,
    consultationData: null,
    quarantined: false,
    quarantineReasons: [],
    firstContactedAt: null,
    createdAt: '2026-11-12T09:00:00.000Z',
    ...more,
  }
}

const leads = [
  lead('Esi', { company: 'Quarry Lane', status: 'closed', createdAt: '2026-11-14T09:00:00.000Z' }),
  lead('Émile', { company: 'Tarn & Co.', createdAt: '2026-11-13T09:00:00.000Z' }),
  lead('ada', { email: 'A.Okafor@Tarn.example', status: 'contacted' }),
]
const names = (found: readonly Lead[]) => found.map(({ name }) => name)
const found = (text: string, status = 'all') => names(findLeads(leads, { text, status }))

test('search looks at name, email and company whatever the case', () => {
  expect(found('TARN')).toEqual(['Émile', 'ada'])
  expect(found(' quarry ')).toEqual(['Esi'])
  expect(found('émile')).toEqual(['Émile'])
  expect(found('%')).toEqual([])
  expect(found('')).toHaveLength(3)
})

test('a status matches exactly, and search and status hold together', () => {
  expect(found('', 'contacted')).toEqual(['ada'])
  expect(found('tarn', 'new')).toEqual(['Émile'])
  expect(found('', 'con')).toEqual([])
})

test('a status that is missing or unknown counts as new', () => {
  expect(statusOf({ status: undefined as never })).toBe('new')
  expect(statusOf({ status: 'archived' as never })).toBe('new')
})

test('leads are sorted as people read, status by its course, and unknown columns not at all', () => {
  const sorted = (column: string, direction: 'ascending' | 'descending' = 'ascending') =>
    orderLeads(leads, { column, direction }).map(({ name }) => name)
  expect(sorted('name')).toEqual(['ada', 'Émile', 'Esi'])
  expect(sorted('name', 'descending')).toEqual(['Esi', 'Émile', 'ada'])
  expect(sorted('status')).toEqual(['Émile', 'ada', 'Esi'])
  expect(sorted('date')).toEqual(['ada', 'Émile', 'Esi'])
  expect(sorted('nonsense')).toEqual(['Esi', 'Émile', 'ada'])
  expect(orderLeads(leads, newestFirst)).toBe(leads)
})

test('every search finds a part of the list, in its order', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const all = found('')
      const some = found(text)
      expect(all.filter((name) => some.includes(name))).toEqual(some)
    }),
  )
})
