import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, type Request, refusal } from './answers.server.ts'
import {
  answerConsent,
  answerToken,
  type Consents,
  consentPage,
  noConsents,
  refuseBearer,
  revoke,
  silently,
  wrongWith,
} from './consent.server.ts'
import { methodOf, violationsOf } from './validation.server.ts'
import { emptyWorkspace, handlers, type Workspace } from './workspace.server.ts'

type Fault = {
  /** Method id such as `drive.files.create`, or `token`. If absent, it affects any call. */
  call?: string
  /** With `after`, the call takes effect and only its response is replaced. */
  when?: 'before' | 'after'
  /** Number of matching calls that succeed first. */
  skip?: number
  /** Number of affected calls; 1 by default. */
  times?: number
  status?: number
  reason?: string
  retryAfter?: number
  hangs?: boolean
  /** Only delays the call, which continues as usual once this settles. */
  until?: Promise<unknown>
}

export type StandIn = {
  url: string
  workspace: Workspace
  consents: Consents
  violations: string[]
  calls: string[]
  faults: Fault[]
  /** Response bodies that replace the usual ones, by method id. */
  answers: Map<string, unknown>
  close(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

function send(response: ServerResponse, { status, body }: Answer, headers = {}): void {
  const text = body === undefined ? '' : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}

export async function openStandIn(): Promise<StandIn> {
  const workspace = emptyWorkspace()
  const consents = noConsents()
  const violations: string[] = []
  const calls: string[] = []
  const faults: Fault[] = []
  const answers = new Map<string, unknown>()

  function takeFault(call: string): Fault | undefined {
    const at = faults.findIndex((fault) => fault.call === undefined || fault.call === call)
    const fault = faults[at]
    if (!fault) return undefined
    if (fault.skip) {
      fault.skip--
      return undefined
    }
    fault.times = (fault.times ?? 1) - 1
    if (fault.times <= 0) faults.splice(at, 1)
    return fault
  }

  async function answer(response: ServerResponse, call: string, work: () => Answer): Promise<void> {
    calls.push(call)
    const fault = takeFault(call)
    const { until, when = 'before' } = fault ?? {}
    if (when === 'before') await until
    const done = fault && !until && when === 'before' ? undefined : work()
    if (when === 'after') await until
    if (fault?.hangs) return
    if (!fault || until) {
      send(response, done ?? { status: 500 })
      return
    }
    const { status = 503, reason = 'backendError', retryAfter } = fault
    const isOauth = call === 'token'
    const spoilt = isOauth ? { status, body: { error: reason } } : refusal(status, reason)
    send(response, spoilt, retryAfter ? { 'retry-after': String(retryAfter) } : {})
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://stand-in')
    const text = await bodyOf(request)
    const form = () => new URLSearchParams(text)
    switch (pathname) {
      case '/o/oauth2/v2/auth': {
        violations.push(...wrongWith(query))
        const target = silently(consents, query)
        if (target) return void response.writeHead(302, { location: target }).end()
        return void response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end(consentPage(query))
      }
      case '/consent':
        return void response.writeHead(302, { location: answerConsent(consents, form()) }).end()
      case '/token':
        return await answer(response, 'token', () => answerToken(consents, form()))
      case '/revoke':
        return await answer(response, 'revoke', () =>
          revoke(consents, query.get('token') ?? form().get('token') ?? ''),
        )
      case '/favicon.ico':
        return void response.writeHead(204).end()
    }
    const found = methodOf(request.method ?? '', pathname)
    if (!found) {
      violations.push(`unknown call ${request.method} ${pathname}`)
      return send(response, refusal(404, 'notFound'))
    }
    const { method, ids } = found
    const body = text ? (JSON.parse(text) as Request['body']) : undefined
    violations.push(...violationsOf(method, query, body))
    const refused = refuseBearer(consents, request.headers.authorization, method.scopes)
    const given = answers.get(method.id)
    await answer(response, method.id, () => {
      return (
        refused ??
        (given ? { status: 200, body: given } : undefined) ??
        handlers[method.id]?.(workspace, { ids, query, body: body ?? {} }) ??
        refusal(501, 'none')
      )
    })
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    workspace,
    consents,
    violations,
    calls,
    faults,
    answers,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
