import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestApp } from '../harness/test-app.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema }
type Operation = {
  operationId: string
  security: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, unknown>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: {
    parameters: Record<string, Parameter>
    securitySchemes: { session: { name: string } }
  }
}

/** Generates any text that the document allows. The settings count UTF-16 units. */
function texts(schema: Schema): fc.Arbitrary<string> {
  const patterns = [schema, ...(schema.allOf ?? [])]
    .flatMap(({ pattern }) => pattern ?? [])
    .map((pattern) => new RegExp(pattern, 'u'))
  const { minLength = 0, maxLength = patterns.length > 0 ? 100 : 40 } = schema
  const narrow = patterns.find(({ source }) => !/^\^?\[\^/.test(source))
  const any = narrow
    ? fc.stringMatching(narrow, { maxLength: Math.min(maxLength, 100) })
    : fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) })
  return any.filter(
    (text) =>
      text.length <= maxLength &&
      [...text].length >= minLength &&
      text.isWellFormed() &&
      patterns.every((pattern) => pattern.test(text)),
  )
}

function values(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.examples) return fc.constantFrom(...schema.examples)
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => values({ ...schema, type })))
  }
  if (schema.anyOf)
    return fc.oneof(
      ...schema.anyOf.map((one) => values({ ...schema, ...one, anyOf: one.anyOf as Schema[] })),
    )
  if (schema.format === 'uuid') return fc.uuid()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum = -1000, maximum = 1000, multipleOf: step = 1 } = schema
    const [min, max] = [Math.ceil(minimum / step), Math.floor(maximum / step)]
    return fc.integer({ min, max }).map((steps) => steps * step)
  }
  if (schema.type === 'array') {
    const { minItems: minLength = 0, maxItems = 5 } = schema
    return fc.array(values(schema.items ?? {}), { minLength, maxLength: Math.min(maxItems, 5) })
  }
  if (schema.type === 'object') {
    const required = schema.required ?? []
    const fields = Object.entries(schema.properties ?? {}).map(
      ([name, inner]) => [name, values(inner)] as const,
    )
    return fc.record<Record<string, unknown>>(Object.fromEntries(fields), {
      requiredKeys: required,
    })
  }
  return texts(schema)
}

/** Opens a client that only knows the document. It takes ids from earlier responses. */
function openClient(
  document: Document,
  cookie: string,
  send: (request: object) => Promise<{ statusCode: number; body: string }>,
) {
  const idsByTag: Partial<Record<string, string[]>> = {}
  const collect = (tag: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('id' in value && typeof value.id === 'string')
      idsByTag[tag] = [...(idsByTag[tag] ?? []), value.id]
    for (const [key, inner] of Object.entries(value)) collect(/^\d+$/.test(key) ? tag : key, inner)
  }
  let seed = 0
  const known = new Map<Schema, fc.Arbitrary<unknown>>()
  const draw = (schema: Schema) => {
    const arbitrary = known.get(schema) ?? values(schema)
    known.set(schema, arbitrary)
    return fc.sample(arbitrary, { numRuns: 1, seed: ++seed })[0]
  }
  return async (method: string, path: string, operation: Operation) => {
    const [tag = ''] = operation.operationId.split('.')
    const given = (operation.parameters ?? []).map(
      (one) =>
        (one.$ref
          ? document.components.parameters[one.$ref.split('/').at(-1) ?? '']
          : one) as Parameter,
    )
    const headers: Record<string, string> = {}
    const query = new URLSearchParams()
    let url = path
    for (const { name, in: where, required, schema } of given) {
      const its = idsByTag[name === 'id' ? tag : `${name.replace(/Id$/, '')}s`]
      const value = where === 'path' && its ? its.at(-1) : draw(schema)
      if (where === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(value)))
      else if (where === 'query' && value !== null && value !== undefined)
        query.append(name, String(value))
      else if (where === 'header' && (required || name !== 'If-Match'))
        headers[name] = String(value)
    }
    if (operation.security.length > 0) headers.cookie = cookie
    const body = operation.requestBody?.content['application/json']
    const payload = body && JSON.stringify(draw(body.schema))
    if (payload) headers['content-type'] = 'application/json'
    const answer = await send({
      method: method.toUpperCase(),
      url: query.size > 0 ? `${url}?${query}` : url,
      headers,
      payload,
    })
    if (answer.statusCode < 300 && answer.body.startsWith('{'))
      collect(tag, JSON.parse(answer.body))
    return { url, payload, ...answer }
  }
}

/** Calls that end the requester's session, or take a file whose type a schema cannot describe. */
const apart = /logout|upload|import/i

/** Whether the document describes further requirements for each refused field. */
function isExplained(operation: Operation, body: string): boolean {
  const { properties = {} } = operation.requestBody?.content['application/json']?.schema ?? {}
  const inUrl = new Map(operation.parameters?.map(({ name, schema }) => [name, schema]))
  const { fields = {} } = JSON.parse(body) as { fields?: Record<string, string> }
  const refused = Object.keys(fields)
  return (
    refused.length > 0 &&
    refused.every((path) => {
      const [name = ''] = path.split('.', 1)
      return (properties[name] ?? inUrl.get(name))?.description
    })
  )
}

test('a client that knows nothing but the document has no valid input refused', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner', 'olga')
  const document = (await app.send({ url: '/api/openapi.json' })).json<Document>()
  const ask = openClient(document, owner.cookie ?? '', (request) => app.send(request))
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .filter(({ operation }) => !apart.test(operation.operationId))
  const rank = ({ method, path }: { method: string; path: string }) =>
    (method === 'delete' ? 2_000 : method === 'post' ? 0 : 1_000) + path.length
  operations.sort((a, b) => rank(a) - rank(b))
  const statuses: Record<string, number> = {}
  for (const { path, method, operation } of operations) {
    for (let turn = 0; turn < 3; turn++) {
      const { statusCode, url, payload, body } = await ask(method, path, operation)
      const about = `${method} ${url} ${payload}: ${body.slice(0, 300)}`
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
      if (statusCode >= 400 && statusCode < 500) {
        expect.soft(Object.keys(operation.responses), about).toContain(String(statusCode))
        if (statusCode === 400) expect.soft(isExplained(operation, body), about).toBe(true)
        expect.soft(statusCode, about).not.toBe(403)
      }
      expect.soft(statusCode, about).not.toBe(500)
    }
  }
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan(100)
}, 120_000)
