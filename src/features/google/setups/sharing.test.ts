import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clients as clientCalls } from '#features/clients/contract.ts'
import { timeline } from '#features/clients/timeline/contract.ts'
import { titleOf } from '#features/clients/timeline/timeline-words.ts'
import { googleSetups as setups } from '#server/database/schema.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { connect, type GoogleTestApp, openGoogleTestApp } from '#test/harness/google.ts'
import { setUpInputs } from '#test/harness/google-clicks.ts'
import { googleSetups } from './contract.ts'

const [oldAddress, newAddress] = ['ada@northfold.example', 'ada@new.example']
const services = ['drive', 'sheets', 'calendar'] as const

/** Addresses with access at Google, by service. */
function access({ standIn: { workspace } }: GoogleTestApp) {
  const files = [...workspace.files.values()]
  const ofType = (type: string) =>
    files
      .filter(({ mimeType }) => mimeType.endsWith(type))
      .flatMap(({ permissions }) => permissions.map(({ emailAddress }) => emailAddress))
  const calendars = [...workspace.calendars.values()]
  return {
    drive: ofType('folder'),
    sheets: ofType('spreadsheet'),
    calendar: calendars.flatMap(({ acl }) =>
      acl.map(({ scope }) => (scope as { value: string }).value),
    ),
  }
}

const all = (address: string[]) => ({ drive: address, sheets: address, calendar: address })

async function setUpAll({ admin, clientId }: GoogleTestApp, email: string) {
  const inputs = setUpInputs({ id: clientId, email })
  await admin.call(googleSetups.drive, inputs.drive)
  await admin.call(googleSetups.sheets, inputs.sheets)
  await admin.call(googleSetups.calendar, inputs.calendar)
}

/** Shares everything with a client, then changes the client's address. */
async function openMovedApp() {
  const scene = await openGoogleTestApp()
  await connect(scene, 'drive')
  await connect(scene, 'calendar')
  await setUpAll(scene, oldAddress)
  await scene.admin.call(clientCalls.update, { id: scene.clientId, email: newAddress })
  return scene
}

test('a changed address changes nothing at Google, and the old one shows as previous', async () => {
  await using scene = await openMovedApp()
  const { admin, clientId, app } = scene
  await app.work()
  expect(access(scene)).toEqual(all([oldAddress]))
  const expected = { sharedWith: [oldAddress], previousAddresses: [oldAddress] }
  const shared = await admin.call(googleSetups.shared, {})
  expect(shared).toHaveLength(3)
  for (const one of shared) expect(one).toMatchObject(expected)
  const { setups: found } = await admin.call(googleSetups.state, { clientId })
  for (const one of found) expect(one).toMatchObject(expected)
  for (const serviceType of services) {
    const plan = await admin.call(googleSetups.plan, { clientId, serviceType })
    expect(plan.unshares).toEqual([oldAddress])
    expect(plan.shares.map((share) => share.with)).toEqual([newAddress])
  }
})

test('a repair moves the access to the new address, wherever it was cut off before', async () => {
  await using scene = await openMovedApp()
  const { standIn } = scene
  for (const call of [
    'drive.permissions.create',
    'drive.permissions.delete',
    'calendar.acl.delete',
  ]) {
    standIn.faults.push({ call, status: 403, reason: 'insufficientPermissions', when: 'after' })
    await setUpAll(scene, newAddress).catch(() => {})
    expect(standIn.faults).toEqual([])
    const shared = await scene.admin.call(googleSetups.shared, {})
    for (const { service, sharedWith } of shared) {
      const there = access(scene)[service as 'drive']
      expect(sharedWith, 'nobody has access without being listed').toEqual(
        expect.arrayContaining(there),
      )
    }
  }
  await setUpAll(scene, newAddress)
  expect(access(scene)).toEqual(all([newAddress]))
  for (const one of await scene.admin.call(googleSetups.shared, {})) {
    expect(one).toMatchObject({ sharedWith: [newAddress], previousAddresses: [] })
  }
})

test('the access of a previous address can be taken alone, that of the present one cannot', async () => {
  await using scene = await openMovedApp()
  const { admin, clientId, standIn, app } = scene
  const take = (serviceType: (typeof services)[number], email: string) =>
    admin.call(googleSetups.unshare, { clientId, serviceType, email })
  standIn.faults.push({ call: 'drive.permissions.delete', status: 403, reason: 'forbidden' })
  expect((await failureOf(take('drive', oldAddress))).code).toBe('conflict')
  const [drive] = await app.db.select().from(setups).where(eq(setups.service, 'drive'))
  expect(drive).toMatchObject({ state: 'done', sharedWith: [oldAddress] })
  for (const service of services) await take(service, oldAddress.toUpperCase())
  expect(access(scene)).toEqual(all([]))
  expect(await admin.call(googleSetups.shared, {})).toEqual([])
  await setUpAll(scene, newAddress)
  expect((await failureOf(take('drive', newAddress))).code).toBe('not_found')
  expect((await failureOf(take('drive', 'mallory@evil.example'))).code).toBe('not_found')
  expect(access(scene)).toEqual(all([newAddress]))
  const agent = await app.person('agent')
  const asked = { clientId, serviceType: 'drive', email: oldAddress } as const
  expect((await failureOf(agent.call(googleSetups.unshare, asked))).code).toBe('forbidden')
})

test('shares of another account are not reported as removed; the answer says that they remain', async () => {
  await using scene = await openMovedApp()
  const { admin, clientId, app } = scene
  await app.db.execute(`update google_setups set details = details || '{"accountId": "another"}'`)
  const asked = { clientId, serviceType: 'drive', email: oldAddress } as const
  const refused = await failureOf(admin.call(googleSetups.unshare, asked))
  expect([refused.code, access(scene).drive]).toEqual(['conflict', [oldAddress]])
  const { drive } = setUpInputs({ id: clientId, email: newAddress })
  const made = await admin.call(googleSetups.drive, drive)
  expect(made.warnings).toEqual([expect.stringContaining('another Google account')])
  expect(access(scene).drive).toEqual([oldAddress, newAddress])
})

test('a set-up that does not share leaves what is shared as it is, and listed', async () => {
  await using scene = await openMovedApp()
  const { admin, clientId } = scene
  const { drive } = setUpInputs({ id: clientId, email: newAddress })
  const made = await admin.call(googleSetups.drive, { ...drive, shareWithClient: false })
  expect(made).toMatchObject({ sharedWith: [oldAddress], previousAddresses: [oldAddress] })
  expect(access(scene).drive).toEqual([oldAddress])
})

test('in the timeline a failed set-up has failed', async () => {
  await using scene = await openGoogleTestApp()
  const { admin, clientId, standIn, app } = scene
  await connect(scene, 'drive')
  const titles = async () => {
    const { entries } = await admin.call(timeline.show, { id: clientId })
    return entries.filter(({ kind }) => kind === 'google').map(titleOf)
  }
  const { drive } = setUpInputs({ id: clientId, email: oldAddress })
  standIn.faults.push({ call: 'drive.files.create', status: 403, reason: 'forbidden' })
  await failureOf(admin.call(googleSetups.drive, drive))
  expect(await titles()).toEqual(['Google Drive setup failed'])
  await app.db.update(setups).set({ state: 'created' })
  expect(await titles()).toEqual(['Google Drive setup not finished'])
  await admin.call(googleSetups.drive, drive)
  expect(await titles()).toEqual(['Google Drive set up'])
  await app.db.update(setups).set({ state: 'missing' })
  expect(await titles()).toEqual(['Google Drive is missing in Google'])
})
