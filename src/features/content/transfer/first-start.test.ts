import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLiveSettings } from '#server/content/live-settings.ts'
import { exportSite } from '#test/harness/site-transfer.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { importAtFirstStart } from './first-start.server.ts'

const start = (app: TestApp, siteContent: string | undefined) =>
  importAtFirstStart({ ...app.deps, config: { ...app.deps.config, siteContent } })

const nameOf = async (app: TestApp) => (await readLiveSettings(app.db))?.document.firm.name

test('the file is imported once, at the first start, and a bad one can be corrected', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const { settings, ...file } = await exportSite(app, owner)
  const path = join(temporaryDirectory(), 'site.json')
  const write = (name: string) =>
    writeFileSync(path, JSON.stringify({ ...file, settings: { firm: { ...settings.firm, name } } }))
  await expect(start(app, `${path}.none`)).rejects.toThrow(/^SITE_CONTENT can’t be imported from/)
  write('a'.repeat(61))
  await expect(start(app, path)).rejects.toThrow(/^SITE_CONTENT [^\n]*settings\.firm\.name[^\n]*$/)
  write('Vega')
  await start(app, path)
  expect(await nameOf(app)).toBe('Vega')
  write('Quist')
  await start(app, path)
  expect(await nameOf(app)).toBe('Vega')
}, 60_000)

test('an installation that began without a file never imports one', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const { settings, ...file } = await exportSite(app, owner)
  await start(app, undefined)
  const path = join(temporaryDirectory(), 'site.json')
  const firm = { ...settings.firm, name: 'Vega' }
  writeFileSync(path, JSON.stringify({ ...file, settings: { firm } }))
  await start(app, path)
  expect(await nameOf(app)).toBe(settings.firm?.name)
})
