import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { InquiryStatus } from '#contract/vocabulary.ts'
import { auditEntries, replyDeadlines, inquiries as table } from '#server/database/schema.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { openTestApp, origin, type Person, type TestApp } from '#test/harness/test-app.ts'
import { inquiries } from './contract.ts'

const gone = '01a1f904-ccfd-7ae2-b26f-4793b12995ef'

const changesOf = (ids: string[], status: InquiryStatus) => ids.map((id) => ({ id, status }))

async function withMany() {
  const app = await openTestApp()
  const rows = await app.db
    .insert(table)
    .values(
      Array.from({ length: 5000 }, (_, n) => ({
        name: `N${n}`,
        email: `n${n}@n.example`,
        message: 'Text',
        contentHash: Buffer.from(`${n}`),
      })),
    )
    .returning()
  return { app, agent: await app.person('agent'), ids: rows.map(({ id }) => id) }
}

const contacted = (app: TestApp) => app.db.$count(table, isNotNull(table.firstContactedAt))

test('200 of 5,000 get a status at once, and undoing takes back the first contact too', async () => {
  const { app, agent, ids } = await withMany()
  await using _ = app
  const chosen = ids.slice(0, 200)
  await agent.call(inquiries.setStatus, { id: chosen[0] ?? '', status: 'qualified' })
  const done = await agent.call(inquiries.changeStatuses, {
    changes: changesOf([...chosen, gone], 'contacted'),
  })
  expect([done.before.length, done.missing, done.conflicting]).toEqual([200, 1, 0])
  expect(await contacted(app)).toBe(200)
  const isEntry = eq(auditEntries.action, 'inquiry.status_changed')
  expect(await app.db.$count(auditEntries, isEntry)).toBe(201)

  await agent.call(inquiries.setStatus, { id: chosen[1] ?? '', status: 'closed' })
  const undone = await agent.call(inquiries.changeStatuses, {
    changes: done.before.map((each) => ({ ...each, from: 'contacted' as const })),
  })
  expect([undone.before.length, undone.missing, undone.conflicting]).toEqual([199, 0, 1])
  expect(await app.db.$count(table, eq(table.status, 'new'))).toBe(4998)
  // The other two leads were contacted by other requests.
  expect(await contacted(app)).toBe(2)
})

test('closing many waives their deadlines, and undoing opens these again', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  const ids: string[] = []
  for (const name of ['Ada', 'Ben', 'Esi']) {
    const lead = {
      name,
      email: `${name}@n.example`,
      message: `From ${name}`,
      filledInMs: 9000,
    }
    ids.push((await app.stranger().call(inquiries.create, lead)).id)
  }
  const waived = () => app.db.$count(replyDeadlines, isNotNull(replyDeadlines.waivedAt))
  await agent.call(inquiries.setStatus, { id: ids[2] ?? '', status: 'closed' })
  const done = await agent.call(inquiries.changeStatuses, { changes: changesOf(ids, 'closed') })
  expect([done.before.length, await waived()]).toEqual([2, 3])
  await agent.call(inquiries.changeStatuses, {
    changes: done.before.map((each) => ({ ...each, from: 'closed' as const })),
  })
  expect(await waived()).toBe(1)
  const again = and(
    isNotNull(replyDeadlines.reopenedAt),
    eq(replyDeadlines.reopenReason, 'taken_back'),
  )
  expect(await app.db.$count(replyDeadlines, again)).toBe(2)
})

async function sheet(app: TestApp, person: Person, url: string, ids?: string[]) {
  const headers = { origin, cookie: person.cookie ?? '' }
  const path = `/api/contact/inquiries/export${url}`
  const answer = await app.send(
    ids ? { method: 'POST', url: path, headers, payload: { ids } } : { url: path, headers },
  )
  return { status: answer.statusCode, lines: answer.body.trimEnd().split('\r\n'), answer }
}

test('leads are exported as they are filtered, or as chosen, for admins, without formulas', async () => {
  const { app, agent, ids } = await withMany()
  await using _ = app
  const admin = await app.person('admin')
  const consultationData = {
    projectType: 'process-automation',
    budget: 'own words',
    phone: '+1 555',
  }
  const odd = { name: '=cmd|calc', company: '@SUM(A1)', service: 'consultation', consultationData }
  await app.db
    .update(table)
    .set(odd)
    .where(eq(table.id, ids[7] ?? ''))
  await app.db
    .update(table)
    .set({ quarantined: true })
    .where(eq(table.id, ids[8] ?? ''))
  const all = await sheet(app, admin, '')
  expect(all.lines).toHaveLength(5000)
  expect(all.answer.headers['content-disposition']).toMatch(
    /filename="inquiries-\d{4}-\d\d-\d\d\.csv"/,
  )
  expect((await sheet(app, admin, '?search=n499')).lines).toHaveLength(1 + 11)
  const [head, only, ...others] = (await sheet(app, admin, '?consultations=true')).lines
  expect(others).toEqual([])
  expect(head).toBe(
    '\ufeffnumber,kind,name,email,company,phone,service,service id,project type,project type id,budget,budget id,timeline,timeline id,status,message,first contacted,created',
  )
  expect(only).toMatch(
    /^R-[^,]+,consultation,'=cmd\|calc,n7@n\.example,'@SUM\(A1\),'\+1 555,[^,]+,consultation,Process automation,process-automation,own words,own words,,,new,Text,,\d{4}-\d\d-\d\d$/,
  )
  expect((await sheet(app, admin, '', [...ids.slice(0, 3), gone])).lines).toHaveLength(4)
  expect((await sheet(app, admin, '?status=gone')).status).toBe(400)
  expect((await sheet(app, admin, '', [])).status).toBe(400)
  expect((await sheet(app, agent, '')).status).toBe(403)
  const failure = await failureOf(agent.call(inquiries.changeStatuses, { changes: [] }))
  expect(failure.fields).toEqual({ changes: 'Choose at least one' })
})
