import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checklistSteps } from '#contract/settings/records.ts'
import { pages } from '#features/content/pages/contract.ts'
import { defaultSettings } from '#features/content/resolved-settings/defaults.ts'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import { auditEntries, caseStudies, users } from '#server/database/schema.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTestApp, type Person } from '#test/harness/test-app.ts'
import { checklist } from './contract.ts'

const doneOf = async (person: Person) => {
  const { steps } = await person.call(checklist.show, {})
  return steps.filter(({ done }) => done).map(({ step }) => step)
}

const draftedOf = async (person: Person) => {
  const { steps } = await person.call(checklist.show, {})
  return steps.filter(({ drafted }) => drafted).map(({ step }) => step)
}

const own = { name: 'Nordlicht', legalName: 'Nordlicht GmbH', tagline: 'Work that flows' }

test('nothing is done on a new installation but the address, which the configuration names', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  expect((await admin.call(checklist.show, {})).steps.map(({ step }) => step)).toEqual([
    ...checklistSteps,
  ])
  expect(await doneOf(admin)).toEqual(['address'])
})

test('a step is done once its fact is live, not while it is a draft', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin', 'mara')
  await save(admin, 'firm', own)
  await save(admin, 'about', { paragraphs: ['We are Nordlicht.'] })
  await save(admin, 'home', { lead: 'We wire offices.' })
  await save(admin, 'faq', { items: [] })
  await save(admin, 'appearance', { primary: '#2e5d7d' })
  await save(admin, 'contact', { email: 'hi@n.example', phone: null, address: null })
  await save(admin, 'footer', { social: [] })
  await save(admin, 'hours', { zoneLabel: 'Berlin' })
  await save(admin, 'demo', { showDemoContent: false })
  expect(await doneOf(admin)).toEqual(['address'])
  const named = ['name', 'about', 'look', 'contact', 'hours']
  expect(await draftedOf(admin)).toEqual([...named, 'figures', 'live'])
  await publish(admin, [
    'firm',
    'about',
    'home',
    'faq',
    'appearance',
    'contact',
    'hours',
    'footer',
  ] as const)
  expect(await doneOf(admin)).toEqual([...named, 'address'])
  expect(await draftedOf(admin)).toEqual(['figures', 'live'])
  await app.db.update(users).set({ displayName: 'Mara' }).where(eq(users.username, 'mara'))
  await publish(admin, ['demo'])
  expect(await doneOf(admin)).toEqual([...named, 'profile', 'figures', 'address', 'live'])
})

test('a step is open while one of its fields is still the demonstration’s, and says which', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  await save(admin, 'firm', { ...own, legalName: defaultSettings().firm.legalName })
  await save(admin, 'contact', { email: 'hi@n.example', phone: null, address: null })
  await publish(admin, ['firm', 'contact'])
  expect(await doneOf(admin)).toEqual(['address'])
  const fields = [
    'firm.legalName',
    'firm.description',
    'firm.founded',
    'home.lead',
    'about.paragraphs',
    'faq.items',
    'footer.email',
  ]
  const { demo } = await admin.call(checklist.show, {})
  const legal = ['Privacy', 'Terms', 'Security', 'GDPR', 'Cookies']
  expect(demo).toEqual({ figures: 6, caseStudies: 4, fields, legal })
})

test('one paragraph, the lead or one answer of the demonstration keeps the firm’s words open', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const usual = defaultSettings()
  await save(admin, 'home', { lead: 'We wire offices.' })
  await save(admin, 'about', { paragraphs: ['We are two.', usual.about.paragraphs[1] ?? ''] })
  const price = usual.faq.items.slice(0, 1)
  const question = { question: 'Where are you?', answer: 'In Lisbon.' }
  await save(admin, 'faq', { items: [question, ...price] })
  const left = async () =>
    (await admin.call(checklist.show, {})).demo.fields.filter((field) =>
      /^(home|about|faq)/.test(field),
    )
  expect(await left()).toEqual(['about.paragraphs', 'faq.items'])
  await save(admin, 'about', { paragraphs: ['We are two.'] })
  await publish(admin, ['home', 'about', 'faq'])
  expect(await left()).toEqual(['faq.items'])
  expect(await doneOf(admin)).not.toContain('about')
  await save(admin, 'faq', { items: [question] })
  await publish(admin, ['faq'])
  expect(await left()).toEqual([])
  expect(await doneOf(admin)).toContain('about')
})

test('legal texts are done once each was published by a person or withdrawn', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const { items } = await admin.call(pages.list, { kind: 'legal' })
  const publishText = async (slug: string) => {
    const id = items.find((one) => one.slug === slug)?.id ?? ''
    const { revision } = await admin.call(pages.show, { id })
    await admin.call(pages.publish, { id, revision, changeNote: 'First version' })
  }
  const left = async () => (await admin.call(checklist.show, {})).demo.legal
  await publishText('privacy')
  await publishText('terms')
  expect(await left()).toEqual(['Security', 'GDPR', 'Cookies'])
  expect(await doneOf(admin)).not.toContain('legal')
  await publishText('gdpr')
  await save(admin, 'footer', { columns: [{ heading: 'Us', links: [] }] })
  await publish(admin, ['footer'])
  for (const slug of ['security', 'cookies']) {
    const id = items.find((one) => one.slug === slug)?.id ?? ''
    await admin.call(pages.withdraw, {
      id,
      revision: (await admin.call(pages.show, { id })).revision,
    })
  }
  expect(await left()).toEqual([])
  expect(await doneOf(admin)).toContain('legal')
})

test('figures and cases are done without demo ones, while demo content is shown', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  await save(admin, 'statistics', { items: [] })
  await publish(admin, ['statistics'])
  await app.db.update(caseStudies).set({ demo: true, published: true })
  expect(await doneOf(admin)).not.toContain('figures')
  await app.db.update(caseStudies).set({ demo: false })
  expect(await doneOf(admin)).toContain('figures')
})

test('only the hours are confirmed, and a skipped step can be taken up again', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const { steps } = await admin.call(checklist.change, { step: 'hours', confirmed: true })
  expect(steps.find(({ step }) => step === 'hours')).toMatchObject({ done: true, skipped: false })
  const refused = admin.call(checklist.change, { step: 'name', confirmed: true })
  await expect(refused).rejects.toMatchObject({ code: 'conflict' })
  const find = async (skipped: boolean) =>
    (await admin.call(checklist.change, { step: 'mail', skipped })).steps.find(
      ({ step }) => step === 'mail',
    )
  expect(await find(true)).toMatchObject({ done: false, skipped: true })
  expect(await find(false)).toMatchObject({ done: false, skipped: false })
})

test('with the last step skipped the list says so once, and has ended for good', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  for (const step of checklistSteps.slice(1)) {
    await admin.call(checklist.change, { step, skipped: true })
  }
  const last = await admin.call(checklist.change, { step: 'name', skipped: true })
  expect(last.ended).toBe(false)
  expect(last.steps.every(({ done, skipped }) => done || skipped)).toBe(true)
  expect((await admin.call(checklist.show, {})).ended).toBe(true)
  const again = await admin.call(checklist.change, { step: 'name', skipped: false })
  expect(again.ended).toBe(true)
})

test('a dismissed list has ended for everybody; the site and its drafts stay as they are', async () => {
  await using app = await openTestApp({ seeded: true })
  const [admin, owner] = [await app.person('admin'), await app.person('owner')]
  await save(admin, 'firm', own)
  const before = await admin.call(siteSettings.show, {})
  for (const person of [admin, owner]) {
    expect((await person.call(checklist.dismiss, {})).ended).toBe(true)
  }
  expect((await owner.call(checklist.show, {})).ended).toBe(true)
  expect(await admin.call(siteSettings.show, {})).toEqual(before)
  const dismissed = eq(auditEntries.action, 'settings.checklist_dismissed')
  expect(await app.db.$count(auditEntries, dismissed)).toBe(1)
  const agent = await app.person('agent')
  await expect(agent.call(checklist.dismiss, {})).rejects.toMatchObject({ code: 'forbidden' })
})
