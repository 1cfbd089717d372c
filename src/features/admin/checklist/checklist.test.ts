import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checklistSteps } from '#contract/settings/records.ts'
import { caseStudies, users } from '#server/database/schema.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTestApp, type Person } from '#test/harness/test-app.ts'
import { checklist } from './contract.ts'

const doneOf = async (person: Person) => {
  const { steps } = await person.call(checklist.show, {})
  return steps.filter(({ done }) => done).map(({ step }) => step)
}

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
  await save(admin, 'firm', { name: 'Nordlicht', tagline: 'Work that flows' })
  await save(admin, 'about', { paragraphs: ['We are Nordlicht.'] })
  await save(admin, 'appearance', { primary: '#2e5d7d' })
  await save(admin, 'contact', { email: 'hi@n.example', phone: null, address: null })
  await save(admin, 'hours', { zoneLabel: 'Berlin' })
  await save(admin, 'demo', { showDemoContent: false })
  expect(await doneOf(admin)).toEqual(['address'])
  await publish(admin, ['firm', 'about', 'appearance', 'contact', 'hours'])
  const own = ['name', 'about', 'look', 'contact', 'hours']
  expect(await doneOf(admin)).toEqual([...own, 'address'])
  await app.db.update(users).set({ displayName: 'Mara' }).where(eq(users.username, 'mara'))
  await publish(admin, ['demo'])
  expect(await doneOf(admin)).toEqual([...own, 'profile', 'figures', 'address', 'live'])
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
