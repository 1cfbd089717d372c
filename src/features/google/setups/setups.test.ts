import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clients } from '#features/clients/contract.ts'
import { googleGrants, projects, googleSetups as setups } from '#server/database/schema.ts'
import { eventually } from '#test/harness/eventually.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import {
  clientEmail,
  connect,
  newClient,
  openGoogleTestApp,
  press,
  resources,
  simulatedClock,
} from '#test/harness/google.ts'
import { liveDefaults } from '#test/harness/live-defaults.ts'
import { google } from '../connection/contract.ts'
import { type GoogleService, groupOf } from '../connection/scopes.ts'
import { googleSetups } from './contract.ts'
import { folderNameFor } from './drive.server.ts'
import { projectsChanged } from './sync-dashboard.server.ts'

const services = ['drive', 'sheets', 'calendar', 'gmail'] as const

const whole = {
  folders: 4,
  sheets: 1,
  fileShares: 2,
  calendars: 1,
  calendarShares: 1,
  labels: 5,
  filters: 4,
}

const only: Record<GoogleService, Partial<typeof whole>> = {
  drive: { folders: 4, fileShares: 1 },
  sheets: { sheets: 1, fileShares: 1 },
  calendar: { calendars: 1, calendarShares: 1 },
  gmail: { labels: 5, filters: 4 },
}

test('all four are set up once, however often the button is pressed, and undone', async () => {
  await using scene = await openGoogleTestApp()
  const { admin, clientId, standIn } = scene
  for (const service of services) await connect(scene, service)
  for (const service of [...services, ...services]) {
    const made = await press(scene, service)
    expect(made).toMatchObject({ success: true, state: 'done', warnings: [] })
  }
  expect(resources(scene)).toEqual(whole)
  const { spreadsheetUrl } = await admin.call(googleSetups.sheet, { clientId })
  expect(spreadsheetUrl).toMatch(/^https:\/\/docs\.google\.com\/spreadsheets\/d\//)
  expect(await admin.call(googleSetups.shared, {})).toHaveLength(3)
  for (const serviceType of services) await admin.call(googleSetups.undo, { clientId, serviceType })
  expect(Object.values(resources(scene)).every((count) => count === 0)).toBe(true)
  expect((await admin.call(googleSetups.state, { clientId })).setups).toEqual([])
  expect(standIn.violations).toEqual([])
})

test.each(services)(
  '%s: one set-up results, whichever call is lost before or after its work',
  async (service) => {
    await using scene = await openGoogleTestApp()
    const { standIn, admin, clientId } = scene
    await connect(scene, service)
    await admin.call(google.confirm, { serviceType: service })
    const before = standIn.calls.length
    await press(scene, service)
    const steps = standIn.calls.length - before
    await admin.call(googleSetups.undo, { clientId, serviceType: service })
    for (const when of ['before', 'after'] as const) {
      for (let step = 0; step < steps; step++) {
        standIn.faults.push({ when, skip: step })
        await press(scene, service).catch(() => {})
        expect(standIn.faults).toEqual([])
        await press(scene, service)
        expect([when, step, resources(scene)]).toMatchObject([when, step, only[service]])
        await admin.call(googleSetups.undo, { clientId, serviceType: service })
      }
    }
    expect(standIn.violations).toEqual([])
  },
)

test('a set-up interrupted by a dead process is finished by the next', async () => {
  await using scene = await openGoogleTestApp()
  const { app, standIn, clientId } = scene
  await connect(scene, 'drive')
  standIn.faults.push({ call: 'drive.files.create', when: 'after', hangs: true, times: 9 })
  scene.waitOnly(500)
  await expect(press(scene, 'drive')).rejects.toThrow('Google isn’t responding')
  scene.waitOnly(10_000)
  standIn.faults.length = 0
  const heldByAnother = { leaseHolder: randomUUID(), leaseUntil: new Date(Date.now() + 60_000) }
  await app.db.update(setups).set(heldByAnother).where(eq(setups.clientId, clientId))
  await press(scene, 'drive')
  expect(resources(scene)).toMatchObject(only.drive)
})

test('a second click during the first is refused', async () => {
  await using scene = await openGoogleTestApp()
  await connect(scene, 'calendar')
  const { standIn } = scene
  standIn.faults.push({ call: 'calendar.calendars.insert', hangs: true })
  scene.waitOnly(2_000)
  const first = failureOf(press(scene, 'calendar'))
  await eventually(() => expect(standIn.calls).toContain('calendar.calendars.insert'))
  await expect(press(scene, 'calendar')).rejects.toThrow('This is being set up right now.')
  expect((await first).code).toBe('unavailable')
  await press(scene, 'calendar')
  expect(resources(scene)).toMatchObject({ calendars: 1 })
})

test('a set-up shares with the stored address only and refuses odd names', async () => {
  await using scene = await openGoogleTestApp()
  const { admin, clientId, app } = scene
  await connect(scene, 'drive')
  const right = { clientId, folderName: 'Northfold', shareWithClient: true, clientEmail }
  const wrong: [object, string][] = [
    [{ clientEmail: 'mallory@evil.example' }, 'invalid_input'],
    [{ clientId: '01a1f904-ccfd-7ae2-b26f-4793b12995ef' }, 'not_found'],
    [{ folderName: 'x'.repeat(10_000) }, 'invalid_input'],
    [{ folderName: '../secret' }, 'invalid_input'],
    [{ shareWithClient: undefined }, 'invalid_input'],
  ]
  for (const [change, code] of wrong) {
    const refused = await failureOf(admin.call(googleSetups.drive, { ...right, ...change }))
    expect([change, refused.code]).toEqual([change, code])
  }
  expect(resources(scene)).toMatchObject({ folders: 0, fileShares: 0 })
  const agent = await app.person('agent')
  expect((await failureOf(agent.call(googleSetups.drive, right))).code).toBe('forbidden')
  await admin.call(googleSetups.drive, { ...right, folderName: 'Another name' })
  const [top] = scene.standIn.workspace.files.values()
  expect(top?.name).toBe(folderNameFor({ name: 'Northfold' }, liveDefaults().document))
})

test('an address in its own letters is the one that is stored', async () => {
  await using scene = await openGoogleTestApp()
  const { admin, clientId } = scene
  await connect(scene, 'drive')
  await admin.call(clients.update, { id: clientId, email: 'anna@bücher.example' })
  const asked = { clientId, folderName: 'Northfold', shareWithClient: true }
  const made = await admin.call(googleSetups.drive, {
    ...asked,
    clientEmail: 'Anna@BÜCHER.example',
  })
  expect(made.sharedWith).toEqual(['anna@xn--bcher-kva.example'])
  await admin.call(clients.update, { id: clientId, email: 'ada@northfold.example' })
  const gone = { clientId, serviceType: 'drive', email: 'anna@bücher.example' } as const
  await admin.call(googleSetups.unshare, gone)
  expect(resources(scene)).toMatchObject({ fileShares: 0 })
})

test('temporary refusals of Google are retried, permanent ones are not', async () => {
  const clock = simulatedClock()
  await using scene = await openGoogleTestApp({ clock })
  const { standIn } = scene
  await connect(scene, 'calendar')
  const tries = () => standIn.calls.filter((id) => id === 'calendar.calendars.insert').length
  const insert = { call: 'calendar.calendars.insert' }
  standIn.faults.push({ ...insert, status: 403, reason: 'forbidden' })
  const forbidden = await failureOf(press(scene, 'calendar'))
  expect([forbidden.status, tries()]).toEqual([409, 1])
  standIn.faults.push({ ...insert, status: 403, reason: 'userRateLimitExceeded' })
  standIn.faults.push({ ...insert, status: 429, reason: 'rateLimitExceeded', retryAfter: 1 })
  await press(scene, 'calendar')
  expect(clock.now()).toBeGreaterThanOrEqual(1000)
  expect(tries()).toBe(4)
  await scene.admin.call(googleSetups.undo, { clientId: scene.clientId, serviceType: 'calendar' })
  standIn.faults.push({ ...insert, status: 429, reason: 'rateLimitExceeded', times: 99 })
  const busy = await failureOf(press(scene, 'calendar'))
  expect([busy.code, tries()]).toEqual(['unavailable', 8])
})

test('a policy that forbids sharing, and a mail that is not sent, are warnings', async () => {
  await using scene = await openGoogleTestApp()
  const { standIn } = scene
  await connect(scene, 'drive')
  await connect(scene, 'calendar')
  standIn.faults.push({ call: 'drive.permissions.create', status: 403, reason: 'domainPolicy' })
  const folder = await press(scene, 'drive')
  expect([folder.state, folder.sharedWith, folder.warnings.length]).toEqual(['done', [], 1])
  standIn.faults.push({ call: 'calendar.acl.insert', status: 403, reason: 'forbidden' })
  expect((await press(scene, 'calendar')).warnings).toHaveLength(1)
  expect(await press(scene, 'drive')).toMatchObject({ sharedWith: [clientEmail], warnings: [] })
})

test('the dashboard follows the projects, and no text becomes a formula', async () => {
  await using scene = await openGoogleTestApp()
  const { app, standIn, clientId, admin } = scene
  await projectsChanged(app.deps, app.db, clientId)
  await connect(scene, 'sheets')
  await press(scene, 'sheets')
  const title = '=IMPORTXML("https://evil.example")'
  await app.db.insert(projects).values({ clientId, title, status: 'in_progress', progress: 40 })
  await app.db.transaction((tx) => projectsChanged(app.deps, tx, clientId))
  await projectsChanged(app.deps, app.db, clientId)
  await app.db.execute("update jobs set run_at = now() where name = 'google.keepDashboard'")
  await app.work()
  const [sheet] = standIn.workspace.files.values()
  const written = JSON.stringify(sheet?.cells[101])
  expect(written).toContain(JSON.stringify({ stringValue: title }))
  expect(written).not.toContain('formulaValue')
  sheet?.tabs.splice(1)
  await press(scene, 'sheets')
  expect(sheet?.tabs).toEqual([0, 101, 102])
  standIn.workspace.files.clear()
  await projectsChanged(app.deps, app.db, clientId)
  await app.db.execute("update jobs set run_at = now() where name = 'google.keepDashboard'")
  await app.work()
  expect((await failureOf(admin.call(googleSetups.sheet, { clientId }))).code).toBe('not_found')
  expect((await admin.call(googleSetups.state, { clientId })).setups[0]).toMatchObject({
    state: 'missing',
    reason: expect.stringContaining('deleted in Google Drive'),
  })
  await press(scene, 'sheets')
  expect(resources(scene)).toMatchObject({ sheets: 1, fileShares: 1 })
  expect(standIn.violations).toEqual([])
})

test('Gmail works without filters when that box was unticked', async () => {
  await using scene = await openGoogleTestApp()
  await connect(scene, 'gmail', { without: 'gmail.settings.basic' })
  const made = await press(scene, 'gmail')
  expect(made.warnings[0]).toContain('without filters')
  expect(resources(scene)).toMatchObject({ labels: 5, filters: 0 })
  await connect(scene, 'gmail')
  scene.standIn.consents.accessTokens.clear()
  expect(await press(scene, 'gmail')).toMatchObject({ warnings: [] })
  expect(resources(scene)).toMatchObject({ labels: 5, filters: 4 })
})

test('the plan says what would be made and who gets access, and makes nothing', async () => {
  await using scene = await openGoogleTestApp()
  const { admin, clientId, standIn } = scene
  for (const serviceType of services) {
    const plan = await admin.call(googleSetups.plan, { clientId, serviceType })
    expect(plan.creates.length).toBeGreaterThan(0)
    expect(plan.shares.map((share) => share.with)).toEqual(
      serviceType === 'gmail' ? [] : [clientEmail],
    )
  }
  expect(standIn.calls).toEqual([])
})

test('two clients of one name have each their own', async () => {
  await using scene = await openGoogleTestApp()
  await connect(scene, 'sheets')
  await press(scene, 'sheets')
  const other = await newClient(scene.app)
  await press({ ...scene, clientId: other }, 'sheets')
  expect(resources(scene).sheets).toBe(2)
})

test('a grant that misses the scope is not used', async () => {
  await using scene = await openGoogleTestApp()
  await connect(scene, 'drive')
  await scene.app.db
    .update(googleGrants)
    .set({ scopes: ['openid'] })
    .where(eq(googleGrants.scopeGroup, groupOf.drive))
  expect((await failureOf(press(scene, 'drive'))).code).toBe('google_reconnect')
  expect(scene.standIn.calls).not.toContain('drive.files.create')
})

test('a deletion at Google is noticed when the client is opened', async () => {
  await using scene = await openGoogleTestApp()
  const { app, admin, clientId, standIn } = scene
  for (const service of services) {
    await connect(scene, service)
    await press(scene, service)
  }
  const { workspace } = standIn
  workspace.files.clear()
  workspace.calendars.clear()
  workspace.labels.clear()
  await admin.call(googleSetups.state, { clientId })
  await app.work()
  const states = async () => {
    const { setups: found } = await admin.call(googleSetups.state, { clientId })
    return new Set(found.map(({ state }) => state))
  }
  expect(await states(), 'too soon to look again').toEqual(new Set(['done']))
  await app.db.execute("update google_setups set updated_at = now() - interval '6 minutes'")
  await states()
  await app.work()
  expect(await states()).toEqual(new Set(['missing']))
  for (const service of services) await press(scene, service)
  expect(resources(scene)).toMatchObject({ folders: 4, sheets: 1, calendars: 1 })
  expect(standIn.violations).toEqual([])
})

test('resources of another Google account are not given up without that account', async () => {
  await using scene = await openGoogleTestApp()
  const { app, admin, clientId } = scene
  await connect(scene, 'calendar')
  await press(scene, 'calendar')
  await app.db.execute(`update google_setups set details = details || '{"accountId": "another"}'`)
  const refused = await failureOf(
    admin.call(googleSetups.undo, { clientId, serviceType: 'calendar' }),
  )
  expect([refused.code, resources(scene).calendars]).toEqual(['conflict', 1])
})
