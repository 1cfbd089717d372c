import { expect, test } from 'vitest'
import { inquiryStatuses } from '#contract/vocabulary.ts'
import { auditEntries } from '#server/database/schema.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { allConsultations, allInquiries } from '#test/harness/leads.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { inquiries } from '../contract.ts'

async function arrived(app: TestApp, change: Record<string, unknown> = {}): Promise<string> {
  const { id } = await app.stranger().call(inquiries.create, {
    name: 'Ada Okafor',
    email: 'ada@northfold.example',
    message: '4,000 slips a week.',
    filledInMs: 9000,
    ...change,
  })
  return id
}

test('consultations are the inquiries with that service or with answers, newest first', async () => {
  await using app = await openTestApp()
  await arrived(app, { service: 'document-processing' })
  const short = await arrived(app, { service: 'consultation' })
  const long = await arrived(app, { message: 'Long', consultationData: { goals: 'Less typing' } })
  await arrived(app, { service: 'consultation', message: 'Spam', website: 'http://x' })
  const agent = await app.person('agent')
  const listed = await allConsultations(agent)
  expect(listed.map(({ id }) => id)).toEqual([long, short])
  expect(listed[0]).toMatchObject({ status: 'new', consultationData: { goals: 'Less typing' } })
})

test('every status can be set, and the first one away from new is remembered', async () => {
  await using app = await openTestApp()
  const id = await arrived(app)
  const agent = await app.person('agent')
  const untouched = await agent.call(inquiries.setStatus, { id, status: 'new' })
  expect(untouched.firstContactedAt).toBeNull()
  const first = await agent.call(inquiries.setStatus, { id, status: 'contacted' })
  expect(first.firstContactedAt).toEqual(expect.any(String))
  for (const status of [...inquiryStatuses].reverse()) {
    const after = await agent.call(inquiries.setStatus, { id, status })
    expect(after).toMatchObject({ id, status, firstContactedAt: first.firstContactedAt })
  }
  const entries = await app.db.select().from(auditEntries)
  expect(entries.map(({ details }) => details)).toContainEqual({ from: 'new', to: 'contacted' })
})

test('an unknown status is 400 and an unknown inquiry 404', async () => {
  await using app = await openTestApp()
  const id = await arrived(app)
  const agent = await app.person('agent')
  for (const status of ['NEW', 'done', '', null, undefined, 7]) {
    await expect(agent.call(inquiries.setStatus, { id, status } as never)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { status: expect.any(String) },
    })
  }
  const nobody = '01a1f904-ccfd-7ae2-b26f-4793b12995ef'
  const refused = [
    agent.call(inquiries.setStatus, { id: nobody, status: 'closed' }),
    agent.call(inquiries.release, { id: nobody, quarantined: false }),
  ]
  for (const failure of await Promise.all(refused.map(failureOf))) {
    expect(failure).toMatchObject({ code: 'not_found' })
  }
  expect((await allInquiries(agent))[0]).toMatchObject({ id, status: 'new' })
})

test('quarantined requests return to the list when marked as not spam', async () => {
  await using app = await openTestApp()
  const id = await arrived(app, { website: 'http://x' })
  const agent = await app.person('agent')
  expect(await agent.call(inquiries.list, {})).toEqual([])
  await expect(
    agent.call(inquiries.release, { id, quarantined: true } as never),
  ).rejects.toMatchObject({ code: 'invalid_input' })
  const released = await agent.call(inquiries.release, { id, quarantined: false })
  expect(released).toMatchObject({ id, quarantined: false, quarantineReasons: ['honeypot'] })
  expect((await allInquiries(agent)).map((inquiry) => inquiry.id)).toEqual([id])
  expect(await agent.call(inquiries.list, { quarantined: 'true' })).toEqual([])
})
