import { isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { automations } from '#features/automations/register/contract.ts'
import { bookingHosts } from '#features/booking/hosts/contract.ts'
import { meetingTypes } from '#features/booking/types/contract.ts'
import { clients } from '#features/clients/contract.ts'
import { projects } from '#features/clients/projects/contract.ts'
import { caseStudies } from '#features/content/case-studies/contract.ts'
import { checklist } from '#features/content/checklist/contract.ts'
import { pages } from '#features/content/pages/contract.ts'
import { services } from '#features/content/services/contract.ts'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import { account } from '#features/identity/account/contract.ts'
import { users } from '#features/identity/users/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { savedReplies } from '#features/mail/saved-replies/contract.ts'
import { mailThreads } from '#features/mail/threads/contract.ts'
import { channels } from '#features/notifications/channels/contract.ts'
import { preferences } from '#features/notifications/preferences/contract.ts'
import { presence } from '#features/notifications/presence/contract.ts'
import { mailThreads as threads } from '#server/database/schema.ts'
import { openChannelStandIn } from '#test/harness/channel-stand-in.ts'
import { allInquiries } from '#test/harness/leads.ts'
import { threadWith } from '#test/harness/mail-thread.ts'
import { openTestApp, type Person } from '#test/harness/test-app.ts'
import { fillDemo } from '../../src/cli/fill-demo.ts'
import { register } from '../../src/services.ts'

/** Calls that change a record but whose input is not the record as a reading call returns it. */
const acts = [
  'PATCH /admin/clients',
  'PATCH /contact/inquiries',
  'PATCH /contact/inquiries/:id',
  'PUT /admin/inbox/:id/snooze',
  'PUT /admin/users/:id/profile',
]

/** Leaves out fields that change over time or with every change. */
const timeless = (record: unknown) =>
  JSON.parse(JSON.stringify(record), (name, value) =>
    /^(updatedAt|lastActivityAt|lastSeenAt|revision|version|nextTimes|dueAt|problems)$/.test(name)
      ? undefined
      : value,
  )

async function everyRecord(admin: Person): Promise<[Endpoint, object[]][]> {
  const { clients: listed } = await admin.call(clients.list, { limit: 100 })
  const ofClients = listed.flatMap(({ id: clientId, projects: all }) =>
    all.map(({ id }) => ({ clientId, projectId: id })),
  )
  const { items } = await admin.call(automations.list, {})
  const { items: allPages } = await admin.call(pages.list, { limit: 100 })
  const { items: mails } = await admin.call(mailThreads.list, {})
  const { document, draft } = await admin.call(siteSettings.show, {})
  return [
    [clients.update, await Promise.all(listed.map(({ id }) => admin.call(clients.show, { id })))],
    [
      projects.update,
      await Promise.all(
        ofClients.map(async (ids) => ({ ...(await admin.call(projects.show, ids)), ...ids })),
      ),
    ],
    [services.update, await admin.call(services.list, {})],
    [caseStudies.update, await admin.call(caseStudies.list, {})],
    [pages.save, await Promise.all(allPages.map(({ id }) => admin.call(pages.show, { id })))],
    [
      siteSettings.saveDraft,
      Object.entries(document).map(([section, value]) => ({
        section,
        value,
        revision: draft[section as 'firm']?.revision ?? 1,
      })),
    ],
    [meetingTypes.update, (await admin.call(meetingTypes.list, {})).meetingTypes],
    [bookingHosts.save, [await admin.call(bookingHosts.show, { userId: 'me' })]],
    [automations.update, await Promise.all(items.map((o) => admin.call(automations.show, o)))],
    [savedReplies.update, await admin.call(savedReplies.list, {})],
    [channels.update, (await admin.call(channels.list, {})).channels],
    [presence.update, [await admin.call(presence.show, {})]],
    [preferences.update, [await admin.call(preferences.show, {})]],
    [account.saveProfile, [await admin.call(account.profile, {})]],
    [users.update, await admin.call(users.list, {})],
    [checklist.change, (await admin.call(checklist.show, {})).steps],
    [mailThreads.update, mails],
    [inquiries.setStatus, await allInquiries(admin)],
  ]
}

/**
 * Saves every record unchanged.
 * @returns refusals, and fields that differ afterwards.
 */
async function putBack(person: Person): Promise<unknown[]> {
  const wrong: unknown[] = []
  const before = await everyRecord(person)
  for (const [{ call }, records] of before) if (records.length === 0) wrong.push(`no ${call}`)
  for (const [endpoint, records] of before) {
    for (const record of records) {
      await person.call(endpoint, record as never).catch(({ message, fields }) => {
        wrong.push([endpoint.call, message, fields])
      })
    }
  }
  const after = await everyRecord(person)
  for (const [at, [{ call }, records]] of before.entries()) {
    const unlike = JSON.stringify(timeless(records)) !== JSON.stringify(timeless(after[at]?.[1]))
    if (unlike) wrong.push(`changed by ${call}`)
  }
  return wrong
}

test('every call that changes a record takes back what was read, and nothing is changed', async () => {
  await using receiver = await openChannelStandIn()
  await using app = await openTestApp({
    seeded: true,
    environment: { OUTBOUND_ALLOW: receiver.host },
  })
  await fillDemo(app.db, app.deps.storage, new Date())
  const owner = await app.person('owner')
  const { clients: all } = await owner.call(clients.list, {})
  const clientId = all[0]?.id ?? ''
  await owner.call(automations.create, { clientId, name: 'A' })
  await owner.call(channels.create, {
    kind: 'ntfy',
    name: 'A',
    url: `http://${receiver.host}/ntfy`,
    topic: 'team',
    events: ['lead.created'],
    showNames: false,
  })
  await owner.call(savedReplies.create, { shortcut: 'a', text: 'A' })
  for (const owned of [{ clientId }, {}]) await threadWith(app, 'n@n.test', owned)
  await app.db.update(threads).set({ suspect: true }).where(isNull(threads.clientId))
  const walked = (await everyRecord(owner)).map(([{ call }]) => call)
  const changing = register.flatMap(({ endpoint: { call } }) => /^P(?:UT|ATCH) .*/.exec(call) ?? [])
  expect([...walked, ...acts].sort()).toEqual(changing.sort())
  expect(await putBack(owner)).toEqual([])
})

test('an agent puts back the own hours with the meeting types, but changes none of these', async () => {
  await using app = await openTestApp({ seeded: true })
  const [admin, agent] = [await app.person('admin'), await app.person('agent')]
  const { meetingTypes: types } = await admin.call(meetingTypes.list, {})
  const { userId } = await agent.call(bookingHosts.show, { userId: 'me' })
  const mine = { userId, meetingTypes: types.map(({ id }) => id) }
  await admin.call(bookingHosts.save, mine)
  const { updatedAt: _, ...host } = await agent.call(bookingHosts.show, { userId: 'me' })
  const saved = await agent.call(bookingHosts.save, host)
  expect(saved).toMatchObject(host)
  const without = agent.call(bookingHosts.save, { userId, meetingTypes: [] })
  await expect(without).rejects.toMatchObject({ code: 'forbidden' })
})

test('what is real is made fictional, and what is not suspect suspect, by nobody', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const [first] = await admin.call(caseStudies.list, {})
  const id = first?.id ?? ''
  await admin.call(caseStudies.update, { id, demo: false })
  const again = { code: 'invalid_input', fields: { demo: 'Only demo content can be made real' } }
  await expect(admin.call(caseStudies.update, { id, demo: true })).rejects.toMatchObject(again)
  const { demo: __, ...page } = await admin.call(pages.create, {
    kind: 'note',
    title: 'A',
    body: '',
  })
  await expect(admin.call(pages.save, { ...page, demo: true })).rejects.toMatchObject(again)
  const { threadId } = await threadWith(app, 'n@n.test')
  const suspected = admin.call(mailThreads.update, { id: threadId, suspect: true })
  await expect(suspected).rejects.toMatchObject({ fields: { suspect: expect.any(String) } })
})
