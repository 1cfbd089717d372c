import { expect, test } from 'vitest'
import { seedSite } from '#seed.ts'
import { connect, openGoogleTestApp, press, resources } from '#test/harness/google.ts'
import { liveDefaults } from '#test/harness/live-defaults.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { googleSetups } from './contract.ts'
import { folderNameFor } from './drive.server.ts'

test('after the firm is renamed a repair creates nothing, and only what is new has the new name', async () => {
  await using scene = await openGoogleTestApp()
  const { admin, app, clientId, standIn } = scene
  await seedSite(app.db)
  for (const service of ['drive', 'calendar'] as const) await connect(scene, service)
  const pressBoth = async () => {
    for (const service of ['drive', 'calendar'] as const) await press(scene, service)
    const [top] = standIn.workspace.files.values()
    return { ...resources(scene), folder: top?.name }
  }
  const { document } = liveDefaults()
  const before = await pressBoth()
  expect(before).toMatchObject({
    folders: 4,
    calendars: 1,
    folder: folderNameFor({ name: 'Northfold' }, document),
  })
  await save(admin, 'firm', { name: 'Nordlicht' })
  await publish(admin, ['firm'])
  expect(await pressBoth()).toEqual(before)
  await admin.call(googleSetups.undo, { clientId, serviceType: 'drive' })
  const { creates } = await admin.call(googleSetups.plan, { clientId, serviceType: 'drive' })
  expect(creates[0]).toBe('Folder “Northfold - Nordlicht”')
  expect(await pressBoth()).toEqual({ ...before, folder: 'Northfold - Nordlicht' })
})
