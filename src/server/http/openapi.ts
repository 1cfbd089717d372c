import { z } from 'zod'
import { type Endpoint, methodAndPath } from '#contract/endpoint.ts'
import type { RouteHandler } from './dispatch.ts'

type Json = Record<string, unknown>

const refusalOf = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

const refusals: Record<number, string> = {
  400: 'The input is not valid; `fields` says which and why.',
  401: 'No session, or name, password or code are wrong.',
  403: 'The role of the session does not allow it, or `Origin` is not that of this site.',
  404: 'What the path or the input names is not there.',
  409: 'It does not fit what is there now; `current` is the record where `If-Match` was older.',
  413: 'The body is too large: 64 KB of JSON, or what the call says.',
  415: 'The body is neither JSON nor the one file that the call takes.',
  429: 'Too many calls; `Retry-After` says for how many seconds.',
}

const description = `Text is trimmed, and lengths count code points, in the site's settings
UTF-16 units. U+0000 and halves of surrogate pairs are refused everywhere. A JSON body has at most 64 KB. A call that changes something and comes
with the session cookie names this site in Origin.`

function headerParameters({ access, once, ifMatch, fromServers }: Endpoint, writes: boolean) {
  const named = (name: string) => ({ $ref: `#/components/parameters/${name}` })
  return [
    ...(writes && !fromServers ? [named(access === 'public' ? 'Origin' : 'RequiredOrigin')] : []),
    ...(once ? [named('IdempotencyKey')] : []),
    ...(ifMatch ? [named('IfMatch')] : []),
  ]
}

function headerDefinitions(origin: string): Json {
  const from = { name: 'Origin', in: 'header', schema: { type: 'string', const: origin } }
  return {
    Origin: { ...from, description: 'Needed where the session cookie is sent.' },
    RequiredOrigin: { ...from, required: true, description: 'This site: no other may ask.' },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Any text of this attempt. With the same one within 24 hours nothing is made twice.',
      schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description: 'The `updatedAt` of the record that the change is based on; `*` for any.',
      schema: {
        type: 'string',
        anyOf: [{ const: '*' }, { pattern: '^"?\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z"?$' }],
      },
    },
  }
}

const refusedWith = Object.fromEntries(
  Object.keys(refusals).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
)

const oneDocument = {
  type: 'object',
  properties: { document: { type: 'string', format: 'binary' } },
  required: ['document'],
}

const oneMail = {
  'message/rfc822': { schema: { type: 'string', format: 'binary' } },
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
  'application/json': {
    schema: {
      type: 'object',
      properties: { RawEmail: { type: 'string' }, OriginalRecipient: { type: 'string' } },
      required: ['RawEmail'],
    },
  },
}

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json
  return schema
}

function operation({ endpoint, schemas }: RouteHandler): Json {
  const { method, path } = methodAndPath(endpoint)
  const schema = schemaOf(schemas.input, 'input')
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const required = new Set((schema.required as string[] | undefined) ?? [])
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  const reads = method === 'GET' || method === 'DELETE' || endpoint.stream === 'upload'
  const rest = Object.entries(properties).filter(([name]) => !inPath.has(name))
  const parameters = [
    ...[...inPath].map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: properties[name as string] ?? { type: 'string' },
    })),
    ...(reads
      ? rest.map(([name, definition]) => ({
          name,
          in: 'query',
          required: required.has(name),
          schema: definition,
        }))
      : []),
    ...headerParameters(endpoint, method !== 'GET'),
  ]
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest),
    required: [...required].filter((name) => !inPath.has(name)),
  }
  return {
    operationId: endpoint.name,
    summary: schemas.summary,
    tags: [endpoint.name.split('.')[0]],
    security: endpoint.fromServers
      ? [{ token: [] }]
      : endpoint.access === 'public'
        ? []
        : [{ session: [] }],
    'x-access': endpoint.access,
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.stream === 'upload' && {
      requestBody: {
        required: true,
        content: endpoint.fromServers
          ? oneMail
          : { 'multipart/form-data': { schema: oneDocument } },
      },
    }),
    ...(!reads &&
      rest.length > 0 && {
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
      }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done.',
        content:
          endpoint.stream === 'download'
            ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
            : { 'application/json': { schema: schemaOf(schemas.output, 'output') } },
      },
      ...refusedWith,
      default: refusalOf('Refused; `code` says why.'),
    },
  }
}

/** The `info` member of the document, which is the only one that depends on the site's settings. */
export const openApiInfo = (firm: string) => ({ title: `${firm} API`, version: '1', description })

/** The document without its `info` member. */
export function openApiDocument(
  register: readonly RouteHandler[],
  origin: string,
  cookie: string,
): Json {
  const paths: Record<string, Json> = {}
  for (const handler of register) {
    const { method, path } = methodAndPath(handler.endpoint)
    const templated = `/api${path.replace(/:(\w+)/g, '{$1}')}`
    paths[templated] = { ...paths[templated], [method.toLowerCase()]: operation(handler) }
  }
  return {
    openapi: '3.1.0',
    servers: [{ url: origin }],
    paths,
    components: {
      parameters: headerDefinitions(origin),
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, reason]) => [status, refusalOf(reason)]),
      ),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        token: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        Failure: {
          type: 'object',
          properties: {
            message: { type: 'string' },
            code: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            current: { description: 'The record as it is now' },
            changedBy: {
              description: 'Who changed it last',
              type: 'object',
              properties: {
                name: { type: 'string' },
                at: { type: 'string', format: 'date-time' },
                isYou: { type: 'boolean' },
              },
              required: ['name', 'at', 'isYou'],
            },
            requestId: { type: 'string' },
          },
          required: ['message', 'code'],
        },
      },
    },
  }
}
