import discovery from './discovery.json' with { type: 'json' }

type Schema = {
  type?: string
  $ref?: string
  enum?: string[]
  format?: string
  readOnly?: boolean
  deprecated?: boolean
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema
  annotations?: { required?: string[] }
  repeated?: boolean
  required?: boolean
  location?: string
}

export type Method = {
  id: string
  http: string
  path: string
  scopes: string[]
  parameters: Record<string, Schema>
  request?: string
}

const methods = discovery.methods as unknown as Method[]
const schemas = discovery.schemas as unknown as Record<string, Schema>
const shared = discovery.parameters as unknown as Record<string, Record<string, Schema>>

const patterns = methods.map((method) => {
  const names: string[] = []
  const pattern = method.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name)
    return '([^/:]+)'
  })
  return { method, names, pattern: new RegExp(`^${pattern}$`) }
})

export function methodOf(http: string, pathname: string) {
  for (const { method, names, pattern } of patterns) {
    const found = method.http === http ? pattern.exec(pathname) : null
    if (!found) continue
    const ids = Object.fromEntries(
      names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? '')]),
    )
    return { method, ids }
  }
  return undefined
}

function fits(value: unknown, type: string | undefined): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    default:
      return true
  }
}

function checkBody(value: unknown, schema: Schema, at: string, id: string): string[] {
  if (schema.$ref) return checkBody(value, schemas[schema.$ref] ?? {}, at, id)
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return [`${at} must be a list`]
    return value.flatMap((item, n) => checkBody(item, schema.items ?? {}, `${at}[${n}]`, id))
  }
  if (schema.type !== 'object') {
    if (!fits(value, schema.type)) return [`${at} must be a ${schema.type}`]
    if (schema.enum && !schema.enum.includes(String(value))) return [`${at} is ${String(value)}`]
    return []
  }
  if (typeof value !== 'object' || value === null) return [`${at} must be an object`]
  const missing = Object.entries(schema.properties ?? {})
    .filter(
      ([name, definition]) => definition.annotations?.required?.includes(id) && !(name in value),
    )
    .map(([name]) => `${at}.${name} is required`)
  const found = Object.entries(value).flatMap(([name, part]) => {
    const definition = schema.properties?.[name] ?? schema.additionalProperties
    if (!definition) return [`${at}.${name} is unknown`]
    if (definition.readOnly || definition.deprecated) return [`${at}.${name} may not be sent`]
    return checkBody(part, definition, `${at}.${name}`, id)
  })
  return [...missing, ...found]
}

function checkQuery(method: Method, query: URLSearchParams): string[] {
  const api = method.id.split('.')[0] ?? ''
  const definedParameters = { ...shared[api], ...method.parameters }
  return [...query].flatMap(([name, text]) => {
    const definition = definedParameters[name]
    if (definition?.location !== 'query') return [`?${name} is unknown`]
    if (definition.deprecated) return [`?${name} is deprecated`]
    const value =
      definition.type === 'boolean'
        ? text === 'true' || (text === 'false' ? false : text)
        : definition.type === 'integer'
          ? Number(text)
          : text
    return checkBody(
      value,
      { ...definition, type: definition.type ?? 'string' },
      `?${name}`,
      method.id,
    )
  })
}

export function violationsOf(method: Method, query: URLSearchParams, body: unknown): string[] {
  const missing = Object.entries(method.parameters)
    .filter(
      ([name, definition]) =>
        definition.required && definition.location === 'query' && !query.has(name),
    )
    .map(([name]) => `?${name} is required`)
  const inBody = method.request
    ? checkBody(body, { $ref: method.request }, 'body', method.id)
    : body === undefined
      ? []
      : ['no body is expected']
  return [...missing, ...checkQuery(method, query), ...inBody].map(
    (line) => `${method.id}: ${line}`,
  )
}
