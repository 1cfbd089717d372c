import type { IncomingMessage } from 'node:http'
import type { ZodError } from 'zod'
import {
  type Contract,
  type Endpoint,
  methodAndPath,
  type Role,
  roles,
  type Schemas,
  type SchemasOf,
} from '#contract/endpoint.ts'
import { Failure, isFailure } from '#contract/failure.ts'
import { isStorable, unstorable } from '#contract/fields.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { readIfMatch } from '../service/concurrent-changes.ts'
import type { Context, Service } from '../service/context.ts'
import { RawJson } from '../service/raw-json.ts'

export type RouteHandler = {
  endpoint: Endpoint
  schemas: Schemas
  handle: (context: Context, input: never, upload?: IncomingMessage) => Promise<unknown>
}

export function routeHandlers<C extends Contract>(
  contract: C,
  schemas: SchemasOf<C>,
  service: Service<C>,
): RouteHandler[] {
  return Object.entries(contract).map(([key, endpoint]) => ({
    endpoint,
    schemas: schemas[key] as Schemas,
    handle: service[key] as unknown as RouteHandler['handle'],
  }))
}

export function mayAct(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

function admit(endpoint: Endpoint, { user, log }: Context) {
  if (endpoint.access === 'public') return
  if (!user) throw new Failure('unauthenticated', 'Please sign in.')
  if (!mayAct(user.role, endpoint.access)) {
    log.warn({ event: 'access_refused', call: endpoint.call, userId: user.id })
    throw new Failure('forbidden', 'Your role doesn’t allow this.')
  }
}

/** Keeps the first message of each field. The first field's message is also that of the failure. */
function refusal(error: ZodError): Failure {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message
  const [path, sentence] = Object.entries(fields)[0] ?? ['', 'Invalid input']
  const named = path === '' || /^[A-Z].* /.test(sentence) ? sentence : `${path}: ${sentence}`
  return new Failure('invalid_input', named, { fields })
}

/**
 * Refuses text that PostgreSQL or UTF-8 cannot hold. The search is iterative, because inputs may be
 * deeply nested.
 */
function refuseUnstorable(input: unknown): void {
  const waiting: [path: string, value: unknown][] = [['', input]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next
    if (typeof value === 'string' && !isStorable(value)) {
      throw fieldFailure(path, unstorable)
    }
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value))
      waiting.push([path ? `${path}.${key}` : key, inner])
  }
}

/**
 * Checks access, parses the input, runs the service and parses its output. There is no other way to
 * call a service.
 * @throws Failure
 */
export async function dispatch(
  handler: RouteHandler,
  context: Context,
  input: unknown,
  upload?: IncomingMessage,
): Promise<unknown> {
  admit(handler.endpoint, context)
  refuseUnstorable(input)
  const parsed = handler.schemas.input.safeParse(input)
  if (!parsed.success) throw refusal(parsed.error)
  const basedOn = handler.endpoint.ifMatch && readIfMatch(context.requester.ifMatch)
  const { method } = methodAndPath(handler.endpoint)
  if (method !== 'GET' && method !== 'DELETE' && !handler.endpoint.allowedOnFullDisk) {
    await context.diskSpace.assertSpace()
  }
  const answering = handler.handle({ ...context, basedOn }, parsed.data as never, upload)
  const answer = await answering.catch((error: unknown) => {
    if (!isFailure(error) || error.current === undefined) throw error
    const current = handler.schemas.output.parse(error.current)
    throw new Failure(error.code, error.message, { current, changedBy: error.changedBy })
  })
  const asItIs = answer instanceof RawJson || handler.endpoint.stream === 'download'
  return asItIs ? answer : handler.schemas.output.parse(answer)
}
