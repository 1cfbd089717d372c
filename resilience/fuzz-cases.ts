import fc from 'fast-check'
import { type Endpoint, methodAndPath } from '../src/contract/endpoint.ts'
import { register } from '../src/services.ts'
import { pdf } from '../test/sample-files.ts'
import { anyId, pathOf, sampleInput } from '../test/sample-input.ts'

/** `cost` is how many other requests are made for one of this kind. */
export type HttpCase = {
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer | undefined
}

const nasty = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udc00x', '__proto__', 'constructor', 'toString'],
  ...["'; drop table users; --", '%', '_', '\\', '%00', '../../etc/passwd', '{{7*7}}'],
  ...['1e999', '-1', '-0', 'NaN', '9007199254740993', '9999-12-31', '0000-00-00', '+275760-09-13'],
  ...['2026-02-30T25:61:61Z', 'null', 'undefined', 'true', '[]', '{}', 'x'.repeat(6_000)],
  ...['😀'.repeat(3_000), '\u202e', '\ufeff', 'İ', 'ß', 'e\u0301'.repeat(500), '\r\nX-Evil: 1'],
  ...[anyId, anyId.toUpperCase(), '00000000-0000-0000-0000-000000000000', 'a@b.example', 'a@'],
]

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.oneof(fc.double(), fc.maxSafeInteger()) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...nasty), { maxLength: 30 }) },
)

/** A valid object with some fields bad or missing, and sometimes additional ones. */
function spoilt(good: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(good).map(([key, sound]) => {
    const nested =
      typeof sound === 'object' && sound !== null && !Array.isArray(sound)
        ? spoilt(sound as Record<string, unknown>)
        : fc.constant(sound)
    const either = [
      { weight: 3, arbitrary: nested as fc.Arbitrary<unknown> },
      { weight: 1, arbitrary: value as fc.Arbitrary<unknown> },
    ] as const
    return [key, fc.oneof(...either)] as const
  })
  const whole = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  return fc
    .tuple(whole, fc.dictionary(fc.constantFrom(...nasty.slice(0, 12)), value, { maxKeys: 2 }))
    .map(([fields, more]) => ({ ...more, ...fields }))
}

/** Valid JSON, damaged JSON, or arbitrary text. */
function asText(objects: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const json = objects.map((object) => JSON.stringify(object))
  const torn = fc
    .tuple(json, fc.nat({ max: 200 }), fc.constantFrom(...nasty))
    .map(([text, at, with_]) => text.slice(0, at) + with_.slice(0, 50) + text.slice(at + 1))
  return fc.oneof(
    { weight: 8, arbitrary: json },
    { weight: 1, arbitrary: torn },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '[', 'null', '"', '['.repeat(9_000), '{"a":'.repeat(900)),
    },
  )
}

/** An object may have a `toString` that is not a function. */
const asWord = (of: unknown) => (typeof of === 'object' ? JSON.stringify(of) : String(of))

/** Requested rarely: they hash a password, or return every record. */
const costly =
  /login|logout|auth\/sessions|password|second-factor|invitations|export|GET \/contact|consultations/

const types = ['application/json', 'application/json; charset=utf-8', 'text/plain', '', 'x']

/** @param ids of existing records, by the name of the path parameter. */
export function httpCases(ids: Record<string, string>): fc.Arbitrary<HttpCase> {
  const cases = register
    .map(({ endpoint }) => endpoint)
    .map((endpoint) => ({
      weight: costly.test(endpoint.call) ? 1 : 100,
      arbitrary: endpoint.stream === 'upload' ? uploads(endpoint, ids) : calls(endpoint, ids),
    }))
  return fc.oneof(...cases)
}

function paths(endpoint: Endpoint, ids: Record<string, string>): fc.Arbitrary<string> {
  const odd = fc.constantFrom(...nasty).map((text) => encodeURIComponent(text.toWellFormed()))
  return fc
    .record({ odd, isOdd: fc.nat({ max: 9 }), which: fc.nat({ max: 3 }) })
    .map(({ odd: text, isOdd, which }) => {
      let at = 0
      return pathOf(endpoint, (name) => {
        return isOdd === 0 && at++ === which ? text : (ids[name] ?? anyId)
      })
    })
}

function calls(endpoint: Endpoint, ids: Record<string, string>): fc.Arbitrary<HttpCase> {
  const { method } = methodAndPath(endpoint)
  const good = { ...sampleInput(endpoint), ...idsIn(sampleInput(endpoint), ids) }
  const url = paths(endpoint, ids)
  if (method === 'GET' || method === 'DELETE') {
    return fc.record({ url, query: spoilt(good) }).map(({ url: path, query }) => {
      const pairs = Object.entries(query).map(([key, of]) => [
        ...[key.toWellFormed(), asWord(of).slice(0, 3_000).toWellFormed()],
      ])
      return { method, url: `${path}?${new URLSearchParams(pairs)}`, headers: {}, body: undefined }
    })
  }
  const type = fc.oneof(
    { weight: 9, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom(...types) },
  )
  return fc
    .record({ url, text: asText(spoilt(good)), type })
    .map(({ url: path, text, type: of }) => ({
      ...{ method, url: path, body: Buffer.from(text) },
      headers: (of ? { 'content-type': of } : {}) as Record<string, string>,
    }))
}

/** Puts existing ids into a body, so that calls get further than "not found". */
function idsIn(good: Record<string, unknown>, ids: Record<string, string>) {
  return Object.fromEntries(Object.entries(ids).filter(([name]) => name in good))
}

function uploads(endpoint: Endpoint, ids: Record<string, string>): fc.Arbitrary<HttpCase> {
  const bytes = fc.oneof(
    fc.constant(pdf),
    fc.uint8Array({ maxLength: 600 }).map((of) => Buffer.from(of)),
  )
  const name = fc.constantFrom(
    'a.pdf',
    'a.txt',
    'b.csv',
    '',
    'x.exe',
    '"',
    '\r\n',
    ...nasty.slice(0, 20),
  )
  const head = fc.constantFrom(
    'name="document"',
    'name="file"',
    'name=',
    '',
    'name="document"; name="x"',
  )
  const boundary = fc.constantFrom('b', '', 'x'.repeat(80), '"', 'b; charset=x')
  return fc.record({ url: paths(endpoint, ids), bytes, name, head, boundary }).map((of) => {
    const start = `--b\r\nContent-Disposition: form-data; ${of.head}; filename="${of.name}"\r\n\r\n`
    return {
      ...{ method: 'POST', url: of.url },
      headers: { 'content-type': `multipart/form-data; boundary=${of.boundary}` },
      body: Buffer.concat([Buffer.from(start), of.bytes, Buffer.from('\r\n--b--\r\n')]),
    }
  })
}

export function frameCases(session: { sessionId: string; adminId: string }): fc.Arbitrary<string> {
  const { sessionId, adminId } = session
  const visitorInfo = { name: 'Ada', email: 'ada@n.example', company: 'A', currentPage: '/x' }
  const good: Record<string, unknown>[] = [
    { type: 'ping' },
    { type: 'visitor_join', visitorInfo, visitorId: anyId, sessionId, lastSeq: 0 },
    { type: 'admin_join', adminId },
    { type: 'join_session', sessionId, adminId, lastSeq: 0 },
    {
      type: 'send_message',
      sessionId,
      content: 'Hello',
      messageType: 'text',
      clientMessageId: anyId,
    },
    { type: 'typing_start', sessionId },
    { type: 'typing_stop', sessionId },
    { type: 'mark_message_delivered', messageId: anyId, messageIds: [anyId] },
    { type: 'end_session', sessionId, notes: 'Done' },
  ]
  return fc.oneof(...good.map((frame) => asText(spoilt(frame))))
}

/** Random bytes after the handshake, some of which form frames. */
export const rawFrames = fc
  .tuple(
    fc.uint8Array({ minLength: 1, maxLength: 300 }),
    fc.constantFrom(0x81, 0x82, 0x88, 0x89, 0x01, 0x00),
  )
  .map(([bytes, first]) => Buffer.from([first, ...bytes]))
