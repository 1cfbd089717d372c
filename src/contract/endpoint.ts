import type { z } from 'zod'

/** The lowest role comes first. Each role includes the ones before it. */
export const roles = ['agent', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** `public` admits anybody; a role admits itself and the roles above it. */
export type Access = 'public' | Role

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Only the server uses schemas; public pages never load them. */
export type Schemas = {
  /** Path parameters, query (GET, DELETE, uploads) and JSON body (the others) in one object. */
  input: z.ZodObject
  output: z.ZodType
  /** A single line for the OpenAPI document. */
  summary: string
}

export type Call = {
  /** Method and path below `/api`, e.g. `'PUT /admin/clients/:id'`. */
  call: `${Method} /${string}`
  access: Access
  /** The default is 200. */
  status?: 200 | 201 | 202
  /**
   * Whether the call is allowed when the disk is nearly full, because it ends or gives access, or
   * removes data.
   */
  allowedOnFullDisk?: true
  /**
   * Whether the call accepts `If-Match` with the record's `updatedAt`. A change based on an older
   * state is then refused as a `conflict`, whose `current` is the record as in the output.
   */
  ifMatch?: true
  /** Whether the call accepts `Idempotency-Key`: a repetition returns the first result. */
  once?: true
  /**
   * Whether other servers call this: cookies are ignored, any `Origin` may call, and the service
   * checks a token.
   */
  fromServers?: true
  /** The limit of the JSON body; 64 KB by default. */
  bodyBytes?: number
  /** Whether the body of the request or of the response is a file instead of JSON. */
  stream?: 'upload' | 'download'
}

export type Endpoint<S extends Schemas = Schemas> = Call & {
  /** `feature.verb`, unique in the product. It is the OpenAPI operation id and the cache key. */
  name: string
  /** Never present at run time; it only carries the types. */
  schemas?: S
}

export type Contract = Record<string, Endpoint>

export type SchemasOf<C extends Contract> = { [K in keyof C]: NonNullable<C[K]['schemas']> }

/**
 * Names every endpoint `feature.key`: `contract<typeof shelfSchemas>()('shelf', { … })`. It is
 * called twice, because TypeScript infers either all type arguments or none.
 */
export function contract<S extends Record<string, Schemas>>() {
  return <const T extends { [K in keyof S]: Call }>(
    feature: string,
    calls: T & { [K in Exclude<keyof T, keyof S>]: never },
  ): { [K in keyof S]: T[K] & Endpoint<S[K]> } => {
    const named = Object.entries<Call>(calls).map(([key, own]) => [
      key,
      { ...own, name: `${feature}.${key}` },
    ])
    return Object.fromEntries(named)
  }
}

type In<E extends Endpoint> = NonNullable<E['schemas']>['input']
type Out<E extends Endpoint> = NonNullable<E['schemas']>['output']

export type Input<E extends Endpoint> = z.input<In<E>>
export type ParsedInput<E extends Endpoint> = z.output<In<E>>
/** The result of a service, in which times are `Date`. */
export type Offered<E extends Endpoint> = z.input<Out<E>>
/** The result on the wire, in which times are ISO 8601 strings in UTC. */
export type Output<E extends Endpoint> = z.output<Out<E>>

export type CallOptions = {
  /** Makes a create safe to repeat: the same key returns the first result. */
  idempotencyKey?: string
  /** The `updatedAt` of the record that the change is based on. */
  ifMatch?: string | undefined
  signal?: AbortSignal
  /** Whether the call completes even if the page is left, for bodies that are small enough. */
  keepalive?: boolean
}

/** How a call reaches its service, which differs between browser, server rendering and tests. */
export type Transport = (
  endpoint: Endpoint,
  input: unknown,
  options: CallOptions,
) => Promise<unknown>

/**
 * @throws Failure when the response is no success. In the browser it is an `ApiError`, which is a
 * `Failure`.
 */
export async function call<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Output<E>> {
  return (await transport(endpoint, input, options)) as Output<E>
}

export function methodAndPath(endpoint: Call): { method: Method; path: string } {
  const space = endpoint.call.indexOf(' ')
  return {
    method: endpoint.call.slice(0, space) as Method,
    path: endpoint.call.slice(space + 1),
  }
}

export type WireRequest = { method: Method; url: string; body: string | undefined }

/**
 * Distributes an input among path, query and body.
 *
 * @returns `url` relative to the origin, beginning with `/api`, and `body` as JSON or undefined.
 * @throws TypeError when a path parameter is missing.
 */
export function toWire(endpoint: Call, input: Record<string, unknown>): WireRequest {
  const { method, path } = methodAndPath(endpoint)
  const rest = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    if (typeof value !== 'string' || value === '') {
      throw new TypeError(`${endpoint.call} needs the path parameter ${name}`)
    }
    delete rest[name]
    return encodeURIComponent(value)
  })
  const url = `/api${filled}`
  const inBody = method !== 'GET' && method !== 'DELETE' && endpoint.stream !== 'upload'
  if (inBody) return { method, url, body: JSON.stringify(rest) }
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null) query.append(key, String(value))
  }
  return { method, url: query.size > 0 ? `${url}?${query}` : url, body: undefined }
}

export function headersOf({ idempotencyKey, ifMatch }: CallOptions): Record<string, string> {
  return {
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
  }
}
