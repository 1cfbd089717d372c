import { expect, test } from 'vitest'
import { type Endpoint, methodAndPath } from '#contract/endpoint.ts'
import { clients } from '#features/clients/contract.ts'
import { register } from '../../src/services.ts'
import { newProject, uploadUrl } from '../harness/project.ts'
import { multipart, pdf } from '../harness/sample-files.ts'
import { anyId, jsonSchema, pathOf, type Schema, sampleInput } from '../harness/sample-input.ts'
import { openTestApp, origin, type Person, type TestApp } from '../harness/test-app.ts'

// Without its token `POST /mail/in` does not exist.
const endpoints = register
  .map(({ endpoint }) => endpoint)
  .filter(({ call }) => call !== 'POST /mail/in')

type Leaf = { path: (string | number)[]; isText: boolean }

function leaves(schema: Schema, path: Leaf['path'] = []): Leaf[] {
  const within = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      leaves(inner, [...path, name]),
    ),
    ...(schema.items ? leaves(schema.items, [...path, 0]) : []),
    ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((inner) => leaves(inner, path)),
  ]
  return within.length > 0 ? within : [{ path, isText: schema.type === 'string' }]
}

/** Makes a valid input except for one value. */
function inputWith(endpoint: Endpoint, { path }: Leaf, value: unknown): Record<string, unknown> {
  const input = structuredClone(sampleInput(endpoint))
  const last = path.at(-1) ?? ''
  let at = input as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as typeof at
  at[last] = value
  return input
}

function ask(app: TestApp, person: Person, endpoint: Endpoint, url: string, payload?: string) {
  const { method } = methodAndPath(endpoint)
  const json = payload !== undefined && { 'content-type': 'application/json' }
  const headers = { ...json, origin, cookie: person.cookie ?? '' }
  return app.send({ method, url, headers, ...(payload !== undefined && { payload }) })
}

async function askWith(
  app: TestApp,
  person: Person,
  endpoint: Endpoint,
  leaf: Leaf,
  value: unknown,
) {
  const { method, path } = methodAndPath(endpoint)
  const [name = ''] = leaf.path as string[]
  if (path.includes(`:${name}`)) {
    const put = (which: string) => (which === name ? encodeURIComponent(String(value)) : anyId)
    const reads = method === 'GET' || method === 'DELETE'
    const payload = reads ? undefined : JSON.stringify(sampleInput(endpoint))
    return await ask(app, person, endpoint, pathOf(endpoint, put), payload)
  }
  const input = inputWith(endpoint, leaf, value)
  if (method !== 'GET' && method !== 'DELETE' && endpoint.stream !== 'upload') {
    return await ask(app, person, endpoint, pathOf(endpoint), JSON.stringify(input))
  }
  const query = new URLSearchParams(input as Record<string, string>)
  return await ask(app, person, endpoint, `${pathOf(endpoint)}?${query}`)
}

const isUnique = ({ path }: Leaf, at: number, all: Leaf[]) =>
  all.findIndex((other) => String(other.path) === String(path)) === at

test('text that cannot be stored, or far too much of it, is refused in every field of every call', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const unstorable = { 'a NUL': 'a\u0000b', 'half a pair': 'a\ud83db' }
  const tooMuch = { 'too much': 'x'.repeat(61_000) }
  let asked = 0
  for (const endpoint of endpoints) {
    const fields = leaves(jsonSchema(endpoint, 'input'))
      .filter(isUnique)
      .filter(({ path }) => path.length > 0)
    const isInAddress = ({ path }: Leaf) =>
      /^(GET|DELETE)/.test(endpoint.call) || endpoint.call.includes(`:${path[0]}`)
    // The whole input is searched for text that cannot be stored, before any field is parsed.
    const last = [fields.findLast(isInAddress), fields.findLast((leaf) => !isInAddress(leaf))]
    for (const leaf of fields) {
      const inAddress = isInAddress(leaf)
      const odd = { ...tooMuch, ...(last.includes(leaf) && unstorable) }
      for (const [about, value] of Object.entries(odd)) {
        // A URL cannot contain such a value.
        if (inAddress && !value.isWellFormed()) continue
        const short = inAddress ? value.slice(0, 450) : value
        const answer = await askWith(app, owner, endpoint, leaf, short)
        const testCase = [endpoint.call, leaf.path.join('.'), about]
        // A status page does not exist, whatever is wrong with its token.
        const expected = leaf.path[0] === 'token' && about === 'too much' && inAddress ? 404 : 400
        expect.soft([...testCase, answer.statusCode], answer.body).toEqual([...testCase, expected])
        if (answer.statusCode === 400)
          expect(answer.json()).toMatchObject({ code: 'invalid_input' })
        asked += 1
      }
    }
  }
  expect(asked).toBeGreaterThan(300)
  expect(app.logged.filter(({ event }) => event === 'internal')).toEqual([])
})

test('numbers beyond all measure and nesting without end are no error of the server', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const nested = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
  const odd = ['-1e308', '1e999', '0.1', 'null', '[[[[]]]]', '{}']
  // A text field refuses all numbers alike, so one is enough.
  const oddText = ['1e999', 'null', '{}']
  for (const endpoint of endpoints) {
    const { method } = methodAndPath(endpoint)
    if (method === 'GET' || method === 'DELETE' || endpoint.stream === 'upload') continue
    if (/logout|auth\/password|second-factor/.test(endpoint.call)) continue
    const fields = leaves(jsonSchema(endpoint, 'input'))
      .filter(isUnique)
      .filter(({ path }) => path.length > 0 && !endpoint.call.includes(`:${path[0]}`))
    for (const [at, leaf] of fields.entries()) {
      const values = leaf.isText ? oddText : odd
      for (const value of at === 0 ? [...odd, nested] : values) {
        const payload = JSON.stringify(inputWith(endpoint, leaf, '<here>')).replace(
          '"<here>"',
          value,
        )
        const answer = await ask(app, owner, endpoint, pathOf(endpoint), payload)
        const testCase = [endpoint.call, leaf.path.join('.'), value.slice(0, 20)]
        const isExpected = [200, 201, 400, 401, 404, 409, 429, 503].includes(answer.statusCode)
        expect.soft([...testCase, isExpected], answer.body).toEqual([...testCase, true])
      }
    }
  }
  expect(app.logged.filter(({ event }) => event === 'internal')).toEqual([])
})

test('odd names of fields and files of an upload are no error of the server', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const url = uploadUrl(await newProject(app))
  const raw = (name: string, field = 'document') => {
    const { payload, headers } = multipart('NAME', pdf, { field })
    const [before = '', after = ''] = payload.toString('latin1').split('NAME')
    return { payload: Buffer.from(before + name + after, 'latin1'), headers }
  }
  const send = (sent: ReturnType<typeof raw>) => {
    const headers = { ...sent.headers, origin, cookie: owner.cookie ?? '' }
    return app.send({ method: 'POST', url, headers, payload: sent.payload })
  }
  const cases: [string, ReturnType<typeof raw>][] = [
    ['a NUL in a name', raw('a\0b.pdf')],
    ['a NUL written by its code', raw('a%00b.pdf')],
    ['a name that is no UTF-8', raw('a\xed\xa0\x80b.pdf')],
    ['a name that is too long for a header', raw(`${'x'.repeat(20_000)}.pdf`)],
    ['a NUL in a field', raw('a.pdf', 'docu\0ment')],
    ['a field that is too long', raw('a.pdf', 'x'.repeat(70_000))],
  ]
  for (const [about, sent] of cases) {
    const answer = await send(sent)
    const allowed = /code|UTF-8/.test(about) ? 201 : 400
    expect.soft([about, answer.statusCode], answer.body).toEqual([about, allowed])
  }
  expect(app.logged.filter(({ event }) => event === 'internal')).toEqual([])
})

test('the way back from Google takes odd texts as it takes any other', async () => {
  await using app = await openTestApp()
  for (const name of ['state', 'code', 'error']) {
    for (const value of ['a%00b', '%ed%a0%80', 'x'.repeat(5_000)]) {
      const answer = await app.send({ url: `/api/google/auth/callback?${name}=${value}` })
      expect([name, answer.statusCode]).toEqual([name, 302])
    }
  }
})

/** Fields in which line breaks are allowed. */
const manyLines =
  /\.?(body|message|text|notes?|content|description|longDescription|projectDescription|currentChallenges|goals|additionalNotes|challenge|solution|signature)$/

/** Fields that are compared or searched for, but never stored. */
const neverStored =
  /^(currentPassword|newPassword|password|code|token|confirmation|search|page|limit|website|before)$/

test('a field of one line takes no line break and no control character, and others keep theirs', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const stored: string[] = []
  const others = ['\r\n', '\t', '\u0007', '\u001b', '\u007f', '\u0085', '\u2028']
  let turn = 0
  for (const endpoint of endpoints) {
    for (const leaf of leaves(jsonSchema(endpoint, 'input')).filter(isUnique)) {
      const name = leaf.path.join('.')
      if (!leaf.isText || neverStored.test(name) || endpoint.call.includes(`:${name}`)) continue
      // Every field gets a line break, and one of the other characters in turn.
      for (const character of ['\n', others[turn++ % others.length]]) {
        const answer = await askWith(app, owner, endpoint, leaf, `a${character}b`)
        const testCase = [endpoint.call, name, character]
        if (manyLines.test(name) && endpoint.name !== 'siteSettings.publish') {
          expect.soft([...testCase, answer.json().fields?.[name]]).toEqual([...testCase, undefined])
          stored.push(name)
          continue
        }
        expect.soft([...testCase, answer.statusCode]).toEqual([...testCase, 400])
        expect
          .soft([...testCase, answer.json().fields?.[name]])
          .toEqual([...testCase, expect.any(String)])
      }
    }
  }
  expect(new Set(stored).size).toBeGreaterThan(8)
})

test('texts stored with line breaks earlier are still read, changed and exported', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const { clientId: id } = await newProject(app, 'Ada\nLovelace\t')
  expect((await owner.call(clients.show, { id })).name).toBe('Ada\nLovelace\t')
  expect((await owner.call(clients.list, {})).clients[0]?.name).toBe('Ada\nLovelace\t')
  const changed = await owner.call(clients.update, { id, notes: 'One\nTwo' })
  expect([changed.name, changed.notes]).toEqual(['Ada\nLovelace\t', 'One\nTwo'])
  const cookie = owner.cookie ?? ''
  const table = await app.send({ url: '/api/admin/clients/export', headers: { cookie } })
  expect(table.body).toContain('"Ada\nLovelace\t"')
})
