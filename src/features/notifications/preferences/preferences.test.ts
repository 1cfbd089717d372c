import { expect, test } from 'vitest'
import { notificationEvents } from '#contract/vocabulary.ts'
import { register } from '#test/harness/automations.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { channels } from '../channels/contract.ts'
import { preferences } from './contract.ts'

const mail = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 's@n.test',
  MAIL_TO: 't@n.test',
}
const withMail = {
  environment: { ...mail, MAIL_IN_TOKEN: 'a token of mail in'.replaceAll(' ', '-') },
}

const automation = ['incident_opened', 'incident_escalated', 'incident_closed', 'unobserved']
  .concat('credential_expiring', 'review_due')
  .map((one) => `automation.${one}`)

test.each([
  ['without a mail server', {}, ['mail.received', 'mail.failed', 'mail.bounced', 'intake.failing']],
  ['without a way in for mail', mail, ['mail.received', 'intake.failing']],
  ['with both', withMail.environment, []],
])(
  'events that cannot occur are not offered: %s, and no automation',
  async (_, environment, absent) => {
    await using app = await openTestApp({ environment })
    const owner = await app.person('owner')
    const possible = notificationEvents.filter(
      (event) => ![...absent, ...automation].includes(event),
    )
    const { preferences: shown } = await owner.call(preferences.show, {})
    expect(shown.map(({ event }) => event)).toEqual(possible)
    expect((await owner.call(channels.list, {})).offered).toEqual(possible)
  },
)

test('with an automation its events are offered', async () => {
  await using app = await openTestApp(withMail)
  await register(app)
  const eventsOf = async (role: 'owner' | 'agent') =>
    (await (await app.person(role)).call(preferences.show, {})).preferences.map(
      ({ event }) => event,
    )
  expect(await eventsOf('owner')).toEqual([...notificationEvents])
  // Only owners are notified of backups.
  expect(await eventsOf('agent')).toEqual(
    notificationEvents.filter((event) => event !== 'backup.failed'),
  )
})

test('defaults: push for all; mail when something of one’s own happens, for owners when overdue', async () => {
  await using app = await openTestApp(withMail)
  await register(app)
  const mailed = async (role: 'agent' | 'owner') => {
    const person = await app.person(role)
    const { preferences: all, quiet } = await person.call(preferences.show, {})
    expect(all.every(({ push }) => push)).toBe(true)
    expect(quiet).toBe(null)
    return all.flatMap(({ event, mail }) => (mail ? [event] : []))
  }
  const incident = ['automation.incident_opened', 'automation.incident_escalated']
  const own = ['lead.assigned', 'mail.failed', 'mail.bounced', ...incident]
  expect(await mailed('agent')).toEqual(own)
  const ofOwners = ['deadline.overdue', 'backup.failed']
  expect((await mailed('owner')).sort()).toEqual([...own, ...ofOwners].sort())
})

test('a change keeps what it does not name', async () => {
  await using app = await openTestApp()
  const person = await app.person('agent')
  const quiet = {
    from: '22:00',
    to: '07:00',
    days: [5, 1, 1],
    zone: 'Europe/Berlin',
    overdueBreaks: true,
  }
  await person.call(preferences.update, { quiet })
  const row = { event: 'lead.created', push: false, mail: true } as const
  const changed = await person.call(preferences.update, { preferences: [row] })
  expect(changed.preferences).toContainEqual(row)
  expect(changed.preferences.length).toBeGreaterThan(10)
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
