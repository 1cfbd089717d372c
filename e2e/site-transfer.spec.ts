import { readFile } from 'node:fs/promises'
import { unpack } from '#test/harness/unpack.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('an admin exports the site as one zip', async ({ page }) => {
  await signIn(page, '/admin/site')
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Export' })).toBeVisible()
  const link = page.getByRole('link', { name: /^Export \(/ })
  await expect(link).toBeVisible()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^[a-z0-9-]+-site-\d{4}-\d\d-\d\d\.zip$/)
  const files = await unpack(await readFile(await download.path()))
  expect(JSON.parse(String(files.get('site.json')))).toMatchObject({ format: 'site-content' })
})
