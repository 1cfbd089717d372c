import { z } from 'zod'
import { type Endpoint, methodAndPath } from '#contract/endpoint.ts'
import { register } from '../../src/services.ts'

export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minItems?: number
}

export const anyId = '01a1f904-ccfd-7ae2-b26f-4793b12995ef'

const byName: Record<string, string> = {
  email: 'ada@n.example',
  clientEmail: 'ada@n.example',
  confirmation: 'ada@n.example',
  password: 'seven quiet harbour lamps',
  newPassword: 'seven quiet harbour lamps',
  slug: 'a-new-service',
  inquiryId: anyId,
  iconUrl: '/icons/scan.svg',
  timeZone: 'Europe/Berlin',
  zone: 'Europe/Berlin',
}

function sample(schema: Schema, name: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf.at(0) ?? {}, name)
  const type = [schema.type].flat()[0]
  if (type === 'object') return sampleObject(schema, Object.keys(schema.properties ?? {}))
  if (type === 'array') return [sample(schema.items ?? {}, name)]
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return 1
  if (schema.format === 'uuid') return anyId
  return sampleText(schema, name)
}

function sampleText(schema: Schema, name: string): string {
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? [])
  const texts = [byName[name] ?? 'sample', '2026-03-02T00:00:00Z', '2026-03-02']
  const fitting = (text: string) => patterns.every((pattern) => new RegExp(pattern, 'u').test(text))
  return texts.find(fitting) ?? 'sample'
}

function sampleObject(schema: Schema, names: string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => [name, sample(schema.properties?.[name] ?? {}, name)]),
  )
}

const schemas = new Map(register.map((handler) => [handler.endpoint.name, handler.schemas]))

const made = new Map<string, Schema>()

/** The input or output of an endpoint as a JSON schema, as in the OpenAPI document. */
export function jsonSchema({ name }: Endpoint, io: 'input' | 'output'): Schema {
  const key = `${io} ${name}`
  const known = made.get(key)
  if (known) return known
  const schema = schemas.get(name)?.[io] as z.ZodType
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  made.set(key, json)
  return json
}

/**
 * A valid input without path parameters, generated from the contract, with all fields or only the
 * required ones.
 */
export function sampleInput(
  endpoint: Endpoint,
  which: 'all' | 'required' = 'all',
): Record<string, unknown> {
  const schema = jsonSchema(endpoint, 'input')
  const inPath = new Set([...methodAndPath(endpoint).path.matchAll(/:(\w+)/g)].map(([, it]) => it))
  const names = which === 'all' ? Object.keys(schema.properties ?? {}) : (schema.required ?? [])
  return sampleObject(
    schema,
    names.filter((name) => !inPath.has(name)),
  )
}

export function pathOf(
  endpoint: Endpoint,
  parameter: string | ((name: string) => string) = anyId,
): string {
  const valueFor = typeof parameter === 'string' ? () => parameter : parameter
  return `/api${methodAndPath(endpoint).path.replace(/:(\w+)/g, (_, name: string) => valueFor(name))}`
}
