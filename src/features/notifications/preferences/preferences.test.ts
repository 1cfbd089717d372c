import { expect, test } from 'vitest'
import { notificationEvents } from '#contract/vocabulary.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { preferences } from './contract.ts'

test('defaults: push for all; mail when something of one’s own happens, for owners when overdue', async () => {
  await using app = await openTestApp()
  const mailed = async (role: 'agent' | 'owner') => {
    const person = await app.person(role)
    const { preferences: all, quiet } = await person.call(preferences.show, {})
    expect(all.map(({ event }) => event)).toEqual([...notificationEvents])
    expect(all.every(({ push }) => push)).toBe(true)
    expect(quiet).toBe(null)
    return all.flatMap(({ event, mail }) => (mail ? [event] : []))
  }
  const incident = ['automation.incident_opened', 'automation.incident_escalated']
  const own = ['lead.assigned', 'mail.failed', 'mail.bounced', ...incident]
  expect(await mailed('agent')).toEqual(own)
  expect((await mailed('owner')).sort()).toEqual([...own, 'deadline.overdue'].sort())
})

test('a change keeps what it does not name', async () => {
  await using app = await openTestApp()
  const person = await app.person('agent')
  const quiet = {
    ...{ from: '22:00', to: '07:00', days: [5, 1, 1], zone: 'Europe/Berlin', overdueBreaks: true },
  }
  await person.call(preferences.update, { quiet })
  const row = { event: 'lead.created', push: false, mail: true } as const
  const changed = await person.call(preferences.update, { preferences: [row] })
  expect(changed.preferences).toContainEqual(row)
  expect(changed.preferences).toHaveLength(notificationEvents.length)
  expect(changed.quiet).toEqual({ ...quiet, days: [1, 5] })
  expect((await person.call(preferences.update, { quiet: null })).quiet).toBe(null)
  expect((await person.call(preferences.show, {})).preferences).toContainEqual(row)
})

test.each([
  ['quiet.to', { to: '22:00' }],
  ['quiet.zone', { zone: 'Mars/Olympus' }],
  ['quiet.from', { from: '24:00' }],
  ['quiet.days', { days: [] }],
  ['quiet.days.0', { days: [8] }],
])('%s is checked', async (field, wrong) => {
  await using app = await openTestApp()
  const person = await app.person('agent')
  const sound = { from: '22:00', to: '07:00', days: [1], zone: 'UTC', overdueBreaks: true }
  const refused = person.call(preferences.update, { quiet: { ...sound, ...wrong } })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { [field]: expect.any(String) },
  })
})
