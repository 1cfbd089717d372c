import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, clients as table } from '#server/database/schema.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { openTestApp, origin } from '#test/harness/test-app.ts'
import { clients } from './contract.ts'
import { dataExchange } from './data-exchange/contract.ts'

const gone = '01a1f904-ccfd-7ae2-b26f-4793b12995ef'

async function withMany() {
  const app = await openTestApp()
  const rows = await app.db
    .insert(table)
    .values(
      Array.from({ length: 5000 }, (_, n) => ({
        name: `=N${n}`,
        email: `n${n}@n.example`,
        status: n % 10 === 0 ? ('inactive' as const) : ('active' as const),
      })),
    )
    .returning()
  return { app, admin: await app.person('admin'), ids: rows.map(({ id }) => id) }
}

test('200 of 5,000 are archived at once, each with its entry, and undone but for what changed since', async () => {
  const { app, admin, ids } = await withMany()
  await using _ = app
  const chosen = ids.slice(1000, 1200)
  const archive = [...chosen, gone].map((id) => ({ id, status: 'archived' as const }))
  const done = await admin.call(clients.changeStatuses, { changes: archive })
  expect(done).toMatchObject({ missing: 1, conflicting: 0 })
  expect(done.before).toHaveLength(200)
  const archived = () => app.db.$count(table, eq(table.status, 'archived'))
  expect(await archived()).toBe(200)
  const entries = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'client.updated'))
  expect(new Set(entries.map(({ clientId }) => clientId))).toEqual(new Set(chosen))
  expect(entries[0]?.details).toEqual({ changed: ['status'], from: 'inactive', to: 'archived' })

  const again = await admin.call(clients.changeStatuses, { changes: archive })
  expect(again).toEqual({ before: [], missing: 1, conflicting: 0 })

  await admin.call(clients.update, { id: chosen[0] ?? '', status: 'active' })
  await admin.call(clients.remove, { id: chosen[1] ?? '' })
  const changes = done.before.map((each) => ({ ...each, from: 'archived' as const }))
  const undone = await admin.call(clients.changeStatuses, { changes })
  expect(undone).toMatchObject({ missing: 1, conflicting: 1 })
  expect(undone.before).toHaveLength(198)
  expect(await archived()).toBe(0)
  expect(await app.db.$count(table, eq(table.status, 'inactive'))).toBe(499)
})

test('a list of none, of too many or of what is no id is refused by name; an id twice counts once', async () => {
  const { app, admin, ids } = await withMany()
  await using _ = app
  const refused = async (chosen: string[], status = 'archived') => {
    const changes = chosen.map((id) => ({ id, status: status as 'archived' }))
    const failure = await failureOf(admin.call(clients.changeStatuses, { changes }))
    return [failure.status, failure.fields]
  }
  expect(await refused([])).toEqual([400, { changes: 'Choose at least one' }])
  expect(await refused(ids.slice(0, 501))).toEqual([400, { changes: 'Choose at most 500' }])
  expect(await refused([gone, 'x'])).toEqual([400, { 'changes.1.id': 'Not a valid id' }])
  const word = 'Choose active, inactive or archived'
  expect(await refused([gone], 'gone')).toEqual([400, { 'changes.0.status': word }])
  const [id = ''] = ids
  const twice = await admin.call(clients.changeStatuses, {
    changes: [
      { id, status: 'active' },
      { id: id.toUpperCase(), status: 'archived' },
    ],
  })
  expect(twice).toEqual({ before: [{ id, status: 'inactive' }], missing: 0, conflicting: 0 })
  const max = ids.slice(0, 500).map((each) => ({ id: each, status: 'archived' as const }))
  expect((await admin.call(clients.changeStatuses, { changes: max })).before).toHaveLength(499)
  const agent = await app.person('agent')
  expect((await failureOf(agent.call(clients.changeStatuses, { changes: max }))).status).toBe(403)
})

test('chosen clients are exported, guarded, and those that are gone are left out', async () => {
  const { app, admin, ids } = await withMany()
  await using _ = app
  const answer = await app.send({
    method: 'POST',
    url: `/api${dataExchange.exportChosenClients.call.replace('POST ', '')}`,
    headers: { origin, cookie: admin.cookie ?? '' },
    payload: { ids: [...ids.slice(0, 200), gone] },
  })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = answer.body.trimEnd().split('\r\n')
  expect(lines).toHaveLength(201)
  expect(lines[1]).toMatch(/^'=N0,n0@n\.example,/)
})
