import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  auditEntries,
  clients,
  mailThreads,
  projects,
  replyDeadlines,
  inquiries as table,
} from '#server/database/schema.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { inquiries } from '../contract.ts'
import { conversions } from './contract.ts'

const message = {
  name: 'Ada Okafor',
  email: 'ada@northfold.example',
  company: 'Northfold Logistics',
  service: 'document-processing',
  message: '4,000 slips a week.',
  filledInMs: 9000,
}

async function arrived(app: TestApp, change: Record<string, unknown> = {}): Promise<string> {
  const { id } = await app.stranger().call(inquiries.create, { ...message, ...change })
  return id
}

async function inquiryOf(app: TestApp, id: string) {
  const [inquiry] = await app.db.select().from(table).where(eq(table.id, id))
  return inquiry
}

test('an inquiry becomes a client, linked and converted, and the act is on record', async () => {
  await using app = await openTestApp()
  const inquiryId = await arrived(app)
  const admin = await app.person('admin', 'mara')
  const notes = 'Converted from inquiry: 4,000 slips a week.'
  const client = await admin.call(conversions.convert, { inquiryId, phone: ' 555-0101 ', notes })
  const { name, email, company } = message
  expect(client).toMatchObject({ name, email, company, phone: '555-0101', notes, projects: [] })
  expect(client.status).toBe('active')
  const inquiry = await inquiryOf(app, inquiryId)
  expect(inquiry).toMatchObject({ clientId: client.id, status: 'converted' })
  expect(inquiry?.firstContactedAt).toBeInstanceOf(Date)
  const [entry] = await app.db.select().from(auditEntries)
  expect(entry).toMatchObject({
    action: 'inquiry.converted',
    subjectId: inquiryId,
    clientId: client.id,
  })
  expect(JSON.stringify(entry?.details)).not.toContain('slips')
})

test('the mail thread of a lead goes with it to the client and the project', async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'site@n.test', MAIL_TO: 'ana@n.test' }
  await using app = await openTestApp({ environment: mail })
  const admin = await app.person('admin')
  const inquiryId = await arrived(app, { email: 'ada@northfold.test' })
  const other = await arrived(app, { email: 'ben@northfold.test', message: 'Another' })
  const client = await admin.call(conversions.convert, { inquiryId, createProject: true })
  const threads = await app.db.select().from(mailThreads)
  const projectId = client.projects[0]?.id
  expect(threads.find((one) => one.inquiryId === inquiryId)).toMatchObject({
    clientId: client.id,
    projectId,
  })
  expect(projectId).toBeTruthy()
  expect(threads.find((one) => one.inquiryId === other)).toMatchObject({ clientId: null })
})

test('a project comes along when asked, with timeline and a title that falls back', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const titled: [Record<string, unknown>, string, string][] = [
    [{ projectType: 'process-automation' }, '  ', 'process-automation Project'],
    [{ projectType: '' }, '', 'AI Integration Project'],
    [{ projectType: 'optimization' }, 'Slips', 'Slips'],
  ]
  for (const [consultationData, projectTitle, title] of titled) {
    const inquiryId = await arrived(app, { message: title, consultationData })
    const client = await admin.call(conversions.convert, {
      inquiryId,
      createProject: true,
      projectTitle,
      projectDescription: 'Read the slips',
      projectBudget: '10k-25k',
      projectTimeline: '1-3-months',
    })
    expect(client.projects).toEqual([
      expect.objectContaining({
        title,
        description: 'Read the slips',
        budget: '10k-25k',
        timeline: '1-3-months',
        status: 'prospect',
        progress: 0,
      }),
    ])
  }
})

test('without createProject no project is made, whatever else is sent', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  await admin.call(conversions.convert, { inquiryId: await arrived(app), projectTitle: 'Slips' })
  expect(await app.db.select().from(projects)).toEqual([])
})

test('ten at once make exactly one client and one project; the others learn its name', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const inquiryId = await arrived(app)
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      admin.call(conversions.convert, { inquiryId, createProject: true }),
    ),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const attempt of tries) {
    if (attempt.status === 'fulfilled') continue
    expect(attempt.reason).toMatchObject({
      code: 'conflict',
      message: 'This was already converted to the client Ada Okafor.',
    })
  }
  expect(await app.db.select().from(clients)).toHaveLength(1)
  expect(await app.db.select().from(projects)).toHaveLength(1)
  expect(await app.db.select().from(auditEntries)).toHaveLength(1)
})

test('making and linking at once still ends in one link, and the losers leave no trace', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  for (let round = 0; round < 5; round += 1) {
    const inquiryId = await arrived(app, { message: `Round ${round}` })
    const [existing] = await app.db
      .insert(clients)
      .values({ name: `Northfold ${round}`, email: message.email, notes: 'Met in May' })
      .returning()
    const tries = await Promise.allSettled(
      [undefined, existing?.id, undefined, existing?.id].map((existingClientId) =>
        admin.call(conversions.convert, { inquiryId, existingClientId, notes: 'Again' }),
      ),
    )
    const won = tries.filter(({ status }) => status === 'fulfilled')
    expect(won).toHaveLength(1)
    const [winner] = won as PromiseFulfilledResult<{ id: string }>[]
    expect((await inquiryOf(app, inquiryId))?.clientId).toBe(winner?.value.id)
    const made = await app.db.select().from(clients).where(eq(clients.convertedFrom, inquiryId))
    const linked = winner?.value.id === existing?.id
    expect(made).toHaveLength(linked ? 0 : 1)
    const [now] = await app.db
      .select()
      .from(clients)
      .where(eq(clients.id, existing?.id ?? ''))
    expect(now?.notes).toBe(linked ? 'Met in May\n\nAgain' : 'Met in May')
  }
})

test('clients with the same address are found whatever its case, and can be linked', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const inquiryId = await arrived(app, { email: 'Ada@Northfold.example' })
  const [existingClient] = await app.db
    .insert(clients)
    .values([
      { name: 'Northfold', email: 'ada@northfold.example', phone: '555-0100' },
      { name: 'Tarn', email: 'ben@tarn.example' },
    ])
    .returning()
  const matches = await admin.call(conversions.matches, { id: inquiryId })
  expect(matches.map(({ name }) => name)).toEqual(['Northfold'])
  const client = await admin.call(conversions.convert, {
    inquiryId,
    existingClientId: existingClient?.id,
    phone: '555-0199',
    notes: 'Wrote again',
    createProject: true,
  })
  expect(client).toMatchObject({ id: existingClient?.id, phone: '555-0100', notes: 'Wrote again' })
  expect(client.projects).toHaveLength(1)
  expect(await app.db.select().from(clients)).toHaveLength(2)
  const next = await arrived(app, { message: 'Another' })
  expect((await admin.call(conversions.convert, { inquiryId: next })).id).not.toBe(
    existingClient?.id,
  )
})

test('a conversion without an inquiry is refused and creates nothing', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const inquiryId = await arrived(app)
  const nobody = '01a1f904-ccfd-7ae2-b26f-4793b12995ef'
  const refusals: [Record<string, unknown>, string, string][] = [
    [{}, 'invalid_input', 'Inquiry ID is required'],
    [{ inquiryId: '  ' }, 'invalid_input', 'Inquiry ID is required'],
    [{ inquiryId: '7' }, 'invalid_input', 'Not a valid id'],
    [{ inquiryId: nobody }, 'not_found', 'Inquiry not found'],
    [{ inquiryId, existingClientId: nobody }, 'not_found', 'Client not found'],
    [{ inquiryId, phone: 'x'.repeat(51) }, 'invalid_input', 'Use at most 50 characters'],
  ]
  for (const [input, code, sentence] of refusals) {
    await expect(admin.call(conversions.convert, input as never)).rejects.toMatchObject({
      code,
      message: sentence,
    })
  }
  expect(await app.db.select().from(clients)).toEqual([])
  expect(await inquiryOf(app, inquiryId)).toMatchObject({ clientId: null, status: 'new' })
})

test('closed by hand or its client deleted, an inquiry can be converted', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const inquiryId = await arrived(app)
  await admin.call(inquiries.setStatus, { id: inquiryId, status: 'converted' })
  const first = await admin.call(conversions.convert, { inquiryId })
  await app.db.delete(clients).where(eq(clients.id, first.id))
  expect(await inquiryOf(app, inquiryId)).toMatchObject({ clientId: null, status: 'converted' })
  const second = await admin.call(conversions.convert, { inquiryId })
  expect((await inquiryOf(app, inquiryId))?.clientId).toBe(second.id)
})

test('converting a message in spam says that it is not spam', async () => {
  await using app = await openTestApp()
  const inquiryId = await arrived(app, { website: 'http://x' })
  const admin = await app.person('admin')
  await admin.call(conversions.convert, { inquiryId })
  expect(await inquiryOf(app, inquiryId)).toMatchObject({ quarantined: false })
  const deadlines = await app.db.select().from(replyDeadlines)
  expect(deadlines, 'still to be answered').toMatchObject([{ inquiryId, metAt: null }])
})

test('agents see matching clients but make none', async () => {
  await using app = await openTestApp()
  const id = await arrived(app)
  const agent = await app.person('agent')
  expect(await agent.call(conversions.matches, { id })).toEqual([])
  await expect(agent.call(conversions.convert, { inquiryId: id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const owner = await app.person('owner')
  await owner.call(conversions.convert, { inquiryId: id })
})
