import { z } from 'zod'
import { type Endpoint, methodAndPath } from '../contract/endpoint.ts'

type Json = Record<string, unknown>

const errorAnswer = {
  description: 'Refused; `code` says why, `fields` which input.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
}

const oneDocument = {
  type: 'object',
  properties: { document: { type: 'string', format: 'binary' } },
  required: ['document'],
}

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json
  return schema
}

function operation(endpoint: Endpoint): Json {
  const { method, path } = methodAndPath(endpoint)
  const schema = schemaOf(endpoint.input, 'input')
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
      schema: { type: 'string' },
    })),
    ...(reads
      ? rest.map(([name, of]) => ({ name, in: 'query', required: required.has(name), schema: of }))
      : []),
  ]
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest),
    required: [...required].filter((name) => !inPath.has(name)),
  }
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.name.split('.')[0]],
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
    'x-access': endpoint.access,
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.stream === 'upload' && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: oneDocument } } },
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
            : { 'application/json': { schema: schemaOf(endpoint.output, 'output') } },
      },
      default: errorAnswer,
    },
  }
}

/** The OpenAPI 3.1 document of the given endpoints. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  title: string,
  origin: string,
  cookie: string,
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const { method, path } = methodAndPath(endpoint)
    const templated = `/api${path.replace(/:(\w+)/g, '{$1}')}`
    paths[templated] = { ...paths[templated], [method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1' },
    servers: [{ url: origin }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
      schemas: {
        Failure: {
          type: 'object',
          properties: {
            message: { type: 'string' },
            code: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            requestId: { type: 'string' },
          },
          required: ['message', 'code'],
        },
      },
    },
  }
}
