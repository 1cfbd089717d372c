import { expect, test } from 'vitest'
import { clients } from '#features/clients/contract.ts'
import { projects } from '#features/clients/projects/contract.ts'
import { caseStudies } from '#features/content/case-studies/contract.ts'
import { services } from '#features/content/services/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { conversions } from '#features/leads/conversion/contract.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { openTestApp, origin, type Person, type TestApp } from '#test/harness/test-app.ts'
import { auditEntries } from '../database/schema.ts'

type Shown = { id: string; title?: string; name?: string; updatedAt?: string | undefined }
type Based = { name: string; ifMatch?: string | undefined }
/** How the test creates, changes and reads records of one kind. */
type Kind = (mara: Person) => Promise<{
  made: Shown
  change: (given: Based) => Promise<Shown>
  read: () => Promise<Shown | undefined>
}>

const person = { name: 'Northfold', email: 'ada@northfold.example', notes: 'Calls on Mondays' }
const service = {
  slug: 'desk',
  title: 'Desk',
  category: 'Finance',
  description: 'Invoices read.',
  features: ['Reading', 'Matching'],
  pricingModel: 'Fixed',
}
const study = {
  title: 'Slips',
  company: 'Hollow',
  industry: 'Freight',
  challenge: 'Retyping',
  solution: 'Reading',
  tags: ['a'],
  results: [{ value: '9%', label: 'less' }],
}
const based = ({ ifMatch }: Based) => (ifMatch === undefined ? {} : { ifMatch })

const kinds: Record<string, Kind> = {
  async client(mara) {
    const made = await mara.call(clients.create, person)
    const { id } = made
    return {
      made,
      change: (given) =>
        mara.call(clients.update, { ...person, id, name: given.name }, based(given)),
      read: () => mara.call(clients.show, { id }),
    }
  },
  async project(mara) {
    const { id: clientId } = await mara.call(clients.create, person)
    const made = await mara.call(projects.create, { clientId, title: 'Slips' })
    const ids = { clientId, projectId: made.id }
    return {
      made,
      change: (given) =>
        mara.call(
          projects.update,
          { ...ids, title: given.name, startDate: '2026-05-01' },
          based(given),
        ),
      read: () => mara.call(projects.show, ids),
    }
  },
  async service(mara) {
    const made = await mara.call(services.create, service)
    const { id } = made
    return {
      made,
      change: (given) =>
        mara.call(services.update, { ...service, id, title: given.name }, based(given)),
      read: async () => (await mara.call(services.list, {})).find((one) => one.id === id),
    }
  },
  async 'case study'(mara) {
    const made = await mara.call(caseStudies.create, study)
    const { id } = made
    return {
      made,
      change: (given) =>
        mara.call(caseStudies.update, { ...study, id, title: given.name }, based(given)),
      read: async () => (await mara.call(caseStudies.list, {})).find((one) => one.id === id),
    }
  },
}
const everyKind = Object.entries(kinds)
const nameOf = (shown: Shown | undefined) => shown?.title ?? shown?.name

test.each(everyKind)(
  'a change based on an older state of a %s is refused and told what is stored',
  async (_, open) => {
    await using app = await openTestApp()
    const { made, change, read } = await open(await app.person('admin', 'mara'))
    const stored = await change({ name: 'Theirs', ifMatch: made.updatedAt })
    const refused = await failureOf(change({ name: 'Mine', ifMatch: made.updatedAt }))
    expect(refused).toMatchObject({ code: 'conflict', status: 409 })
    expect(refused.current).toEqual(stored)
    expect(refused.changedBy).toMatchObject({ name: 'mara', isYou: true })
    expect(await read()).toEqual(stored)
    const again = await change({ name: 'Mine', ifMatch: stored.updatedAt })
    expect(nameOf(again)).toBe('Mine')
  },
)

test.each(everyKind)(
  'of ten changes at once to the same state of a %s one is stored',
  async (_, open) => {
    await using app = await openTestApp()
    const { made, change, read } = await open(await app.person('admin'))
    const names = Array.from({ length: 10 }, (_, at) => `Version ${at}`)
    const answers = await Promise.allSettled(
      names.map((name) => change({ name, ifMatch: made.updatedAt })),
    )
    const accepted = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? [answer.value] : [],
    )
    expect(accepted).toHaveLength(1)
    expect(await read()).toEqual(accepted[0])
  },
)

test.each(everyKind)(
  'a %s is changed without the header, as with the state it has',
  async (_, open) => {
    await using app = await openTestApp()
    const { made, change } = await open(await app.person('admin'))
    const first = await change({ name: 'First' })
    expect(Date.parse(first.updatedAt ?? '')).toBeGreaterThan(Date.parse(made.updatedAt ?? ''))
    expect(nameOf(await change({ name: 'Second' }))).toBe('Second')
  },
)

test.each(everyKind)(
  'a change of a %s whose answer was lost may be sent again',
  async (_, open) => {
    await using app = await openTestApp()
    const { made, change } = await open(await app.person('admin'))
    const stored = await change({ name: 'Mine', ifMatch: made.updatedAt })
    const before = await app.db.$count(auditEntries)
    expect(await change({ name: 'Mine', ifMatch: made.updatedAt })).toEqual(stored)
    expect(await app.db.$count(auditEntries)).toBe(before)
  },
)

async function put(app: TestApp, { cookie = '' }: Person, id: string, ifMatch: string) {
  return app.send({
    method: 'PUT',
    url: `/api/admin/clients/${id}`,
    headers: { origin, cookie, 'if-match': ifMatch },
    payload: { name: `After ${ifMatch.slice(0, 60)}` },
  })
}

test('the moment may be sent bare or as an entity tag, and a star asks for no state', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  let { id, updatedAt } = await mara.call(clients.create, person)
  for (const form of [
    (moment: string) => moment,
    (moment: string) => `"${moment}"`,
    (moment: string) => ` "${moment.replace('Z', '+00:00')}" `,
    () => '*',
  ]) {
    const answer = await put(app, mara, id, form(updatedAt))
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    updatedAt = answer.json<{ updatedAt: string }>().updatedAt
  }
})

test('a header that names no moment is refused as such, and nothing is stored', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const { id, updatedAt } = await mara.call(clients.create, person)
  for (const malformed of [
    '',
    '""',
    'now',
    '1',
    '2026-02-30T00:00:00.000Z',
    `"${updatedAt}`,
    `W/"${updatedAt}"`,
    `"${updatedAt}", "${updatedAt}"`,
    `"${'9'.repeat(3000)}"`,
  ]) {
    const answer = await put(app, mara, id, malformed)
    expect([malformed.slice(0, 40), answer.statusCode]).toEqual([malformed.slice(0, 40), 400])
    expect(answer.json()).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('If-Match'),
    })
  }
  expect((await mara.call(clients.show, { id })).name).toBe(person.name)
})

test('without permission a record stays hidden, whatever If-Match names', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const { id } = await mara.call(clients.create, person)
  for (const ifMatch of ['"2020-01-01T00:00:00.000Z"', 'nonsense']) {
    const refused = await put(app, await app.person('agent'), id, ifMatch)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).not.toHaveProperty('current')
    expect((await put(app, app.stranger(), id, ifMatch)).statusCode).toBe(401)
  }
  const gone = await put(app, mara, crypto.randomUUID(), '"2020-01-01T00:00:00.000Z"')
  expect(gone.statusCode).toBe(404)
})

test('visitors do not see when a service or case study was changed', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  await mara.call(services.create, service)
  await mara.call(caseStudies.create, { ...study, featured: true })
  for (const list of [services.list, caseStudies.list, caseStudies.featured]) {
    const [shown] = await app.stranger().call(list, {})
    expect(shown).not.toHaveProperty('updatedAt')
  }
})

test('the list of clients says of each when it was changed, as its own page does', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const { id } = await mara.call(clients.create, person)
  const { updatedAt } = await mara.call(clients.update, { id, name: 'Changed' })
  const { clients: listed } = await mara.call(clients.list, {})
  expect(listed[0]?.updatedAt).toBe(updatedAt)
})

test('an inquiry that is linked to a client counts as a change of the client', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const { id, updatedAt } = await mara.call(clients.create, person)
  const { id: inquiryId } = await app
    .stranger()
    .call(inquiries.create, { ...person, message: 'Please call.' })
  await mara.call(conversions.convert, { inquiryId, existingClientId: id, notes: 'From the web' })
  const refused = await failureOf(
    mara.call(clients.update, { id, notes: 'Mine' }, { ifMatch: updatedAt }),
  )
  expect(refused).toMatchObject({
    code: 'conflict',
    current: { notes: 'Calls on Mondays\n\nFrom the web' },
  })
})
