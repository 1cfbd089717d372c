import { defaultSettings } from '#features/content/resolved-settings/defaults.ts'
import { ownerOf, publishSections } from '#test/harness/site-owner.ts'
import { expect, takenOver, test } from './fixtures.ts'

const { announcement } = defaultSettings()

test('an open page takes new settings at its next navigation; a dismissed announcement never shows', async ({
  page,
  product: { url },
}) => {
  const owner = await ownerOf({ url }, url)
  const announce = (enabled: boolean) =>
    publishSections(owner, {
      announcement: { ...announcement, enabled, text: 'We move in December.' },
    })
  const bar = page.getByRole('complementary', { name: 'Announcement' })
  await page.goto('/')
  await takenOver(page)
  await announce(true)
  try {
    await expect(bar).toHaveCount(0)
    await page.getByRole('link', { name: 'Document Processing' }).first().click()
    await expect(bar).toContainText('We move in December.')
    await page.reload()
    await expect(bar).toBeVisible()
    await bar.getByRole('button', { name: 'Dismiss announcement' }).click()
    await expect(bar).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    // At this point no script of the page has been loaded.
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('.announcement')).toBeAttached()
    await expect(bar).toBeHidden()
  } finally {
    await announce(false)
  }
})
