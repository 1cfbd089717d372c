import { sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import { automationRuns } from '#features/automations/pings/contract.ts'
import { automations } from '#features/automations/register/contract.ts'
import { clients } from '#features/clients/contract.ts'
import { incidents, runs } from '#server/database/schema.ts'
import type { Person, TestApp } from './test-app.ts'

/** Creates an automation with a failed run and its incident. */
export async function failedAutomation({ db }: TestApp, admin: Person, clientId: string) {
  const { id } = await admin.call(automations.create, { clientId, name: 'Invoices' })
  const [run] = await db.insert(runs).values({ automationId: id, outcome: 'failed' }).returning()
  const opened = { cause: 'failed', class: 'run', openedAt: new Date() } as const
  await db.insert(incidents).values({ automationId: id, ...opened })
  return { automationId: id, runId: run?.id ?? '' }
}

type Given = Partial<Input<typeof automations.create>>

/** Registers an automation that is due every ten minutes, with a minute of grace. */
export async function register(app: TestApp, given: Given = {}) {
  const admin = await app.person('admin')
  const client = await admin.call(clients.create, { name: 'Northfold', email: 'n@n.test' })
  const made = await admin.call(automations.create, {
    clientId: client.id,
    name: 'Invoices',
    periodSeconds: 600,
    graceSeconds: 60,
    ...given,
  })
  return { admin, id: made.id, path: new URL(made.pingUrl ?? '').pathname, clientId: client.id }
}

/** Registers an automation whose address answers real clients. */
export async function registerListening(app: TestApp, given: Given = {}) {
  const registered = await register(app, given)
  const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  return { ...registered, origin, url: `${origin}${registered.path}` }
}

export type Sent = { method?: 'GET' | 'HEAD' | 'POST'; payload?: string | Buffer; type?: string }

export const ping = (app: TestApp, url: string, { method = 'GET', payload, type }: Sent = {}) =>
  app.send({
    method,
    url,
    ...(payload !== undefined && { payload }),
    headers: { 'user-agent': 'curl/8', ...(type && { 'content-type': type }) },
  })

/** Moves everything `seconds` into the past. */
export async function age({ db }: TestApp, seconds: number): Promise<void> {
  const ago = sql`make_interval(secs => ${seconds})`
  await db.execute(sql`update automations set last_ping_at = last_ping_at - ${ago},
    last_start_at = last_start_at - ${ago}, due_at = due_at - ${ago},
    alert_after = alert_after - ${ago}, minute_at = minute_at - ${ago}`)
  await db.execute(sql`update runs set started_at = started_at - ${ago}`)
  await db.execute(sql`update outages set from_at = from_at - ${ago}, to_at = to_at - ${ago}`)
}

/** Reports counts or a JSON text. */
export const post = (app: TestApp, url: string, body: object | string) =>
  ping(app, url, {
    method: 'POST',
    type: 'application/json',
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })

export const runsOf = async (admin: Person, id: string) =>
  (await admin.call(automationRuns.list, { id })).items

/** The counts of the present day. */
export const today = async (admin: Person, id: string) =>
  (await admin.call(automationRuns.days, { id })).items[0]
