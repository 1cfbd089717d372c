import { readFile, writeFile } from 'node:fs/promises'
import type { Page, TestInfo } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, signIn, test } from './fixtures.ts'

type Content = { settings: { navigation: Record<string, string> } & Record<string, unknown> }

/**
 * Downloads the export that the screen offers, reduced to the navigation with one changed label.
 */
async function exported(page: Page, info: TestInfo, chat: string): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Export \(/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^[a-z0-9-]+-site-\d{4}-\d\d-\d\d\.json$/)
  const content = JSON.parse(await readFile(await download.path(), 'utf8')) as Content
  const { settings, ...rest } = content
  const navigation = { ...settings.navigation, chat }
  const path = info.outputPath('site.json')
  await writeFile(path, JSON.stringify({ ...rest, settings: { navigation }, pages: [], media: [] }))
  return path
}

test('an owner exports, sees what an import would change, and publishes it; what is wrong in a file is listed', async ({
  page,
  quiet,
}, info) => {
  await signIn(page, '/admin/site')
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Export and import' })).toBeVisible()
  const before = (await (await page.request.get('/api/admin/site/export')).json()) as Content
  const label = before.settings.navigation.chat ?? ''
  const panel = page.getByRole('region', { name: 'Import', exact: true })
  const choose = (path: string) => panel.getByLabel('Exported file').setInputFiles(path)
  const other = label === 'Write to us' ? 'Chat' : 'Write to us'

  await choose(await exported(page, info, other))
  const changes = panel.getByRole('region', { name: 'What would change' })
  await expect(changes).toContainText('Navigation')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(panel.getByText('1 change published.')).toBeVisible()
  expect(await (await page.request.get('/')).text()).toContain(other)
  const kept = page.getByRole('region', { name: 'Before imports' })
  await expect(kept.getByRole('listitem').first()).toContainText('KB')

  await choose(await exported(page, info, label))
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(panel.getByText('1 change published.')).toBeVisible()

  await choose(await exported(page, info, 'a'.repeat(25)))
  const problems = panel.getByRole('region', { name: 'Problems' })
  await expect(problems).toContainText('Use at most 24 characters')
  await expect(panel.getByRole('button', { name: 'Publish', exact: true })).toBeHidden()
  const path = info.outputPath('other.json')
  await writeFile(path, '{"rows": []}')
  await choose(path)
  await expect(panel.getByRole('alert')).toContainText('isn’t an export of this site')
  expectRefusals(quiet, 400)
})
