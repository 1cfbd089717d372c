import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract, toWire } from './endpoint.ts'
import { Failure, isFailure } from './failure.ts'
import { email, Id, required, Time, text } from './fields.ts'

const book = { summary: 'A book', input: z.object({}), output: z.object({}) }

const shelf = contract<{ show: typeof book; update: typeof book }>()('shelf', {
  show: { call: 'GET /rooms/:room/books/:id', access: 'agent' },
  update: { call: 'PUT /books/:id', access: 'admin' },
})

test('endpoints are named after their feature and key', () => {
  expect([shelf.show.name, shelf.update.name]).toEqual(['shelf.show', 'shelf.update'])
})

test('an input is spread over path, query and body', () => {
  expect(toWire(shelf.show, { room: 'a/b', id: '7 8', page: 2, none: undefined })).toEqual({
    method: 'GET',
    url: '/api/rooms/a%2Fb/books/7%208?page=2',
    body: undefined,
  })
  expect(toWire(shelf.update, { id: '7', title: 'T', gone: null })).toEqual({
    method: 'PUT',
    url: '/api/books/7',
    body: '{"title":"T","gone":null}',
  })
})

test('a missing path parameter is a mistake of the caller, not a request for another address', () => {
  expect(() => toWire(shelf.show, { room: 'a', id: '' })).toThrow('path parameter id')
  expect(() => toWire(shelf.show, { id: '1' })).toThrow('path parameter room')
})

test('a failure has its status, and shows only its body', () => {
  const failure = new Failure('conflict', 'Taken', { fields: { slug: 'Taken' }, cause: 'secret' })
  expect(failure.status).toBe(409)
  expect(failure.toBody('r1')).toEqual({
    message: 'Taken',
    code: 'conflict',
    fields: { slug: 'Taken' },
    requestId: 'r1',
  })
  expect(isFailure(failure)).toBe(true)
  expect(isFailure(Object.assign(new Error('x'), { code: 'ECONNRESET' }))).toBe(false)
})

test('text is trimmed, may be absent, and has a maximum length', () => {
  expect(text(5).parse(undefined)).toBe('')
  expect(text(5).parse(null)).toBe('')
  expect(text(5).parse('  abc  ')).toBe('abc')
  expect(text(5).safeParse('abcdef').success).toBe(false)
  expect(required(5, 'Needed').safeParse(' \n ').error?.issues[0]?.message).toBe('Needed')
})

test('every accepted text can be stored as UTF-8 and comes back the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (given) => {
      const parsed = text(200).safeParse(given)
      if (!parsed.success) return
      expect(parsed.data).not.toContain('\u0000')
      expect(Buffer.from(parsed.data, 'utf8').toString('utf8')).toBe(parsed.data)
    }),
  )
  expect(text(9).safeParse('a\u0000').success).toBe(false)
  expect(text(9).safeParse('a\ud83d').success).toBe(false)
  expect(text(9).parse('a😀')).toBe('a😀')
})

test('addresses and ids are taken as people write them', () => {
  expect(email('No').parse(' ada@n.example ')).toBe('ada@n.example')
  for (const wrong of ['', 'ada', 'ada@', '@n.example', 'a b@n.example', 'ada@n']) {
    expect([wrong, email('No').safeParse(wrong).success]).toEqual([wrong, false])
  }
  const id = '01A1F904-CCFD-7AE2-B26F-4793B12995EF'
  expect(Id.parse(id)).toBe(id.toLowerCase())
  for (const wrong of ["1'", '..', '-1', '1e30']) expect(Id.safeParse(wrong).success).toBe(false)
})

test('a moment travels as ISO 8601 in UTC', () => {
  expect(Time.parse(new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6)))).toBe('2026-01-02T03:04:05.006Z')
})
