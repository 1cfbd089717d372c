import sharp from 'sharp'
import { expect, expectAccessible, expectRefusals, signIn, test } from './fixtures.ts'

test('an owner gives somebody else a name, a title and a portrait, and clears them', async ({
  page,
  quiet,
}) => {
  await signIn(page)
  const username = `nora-${Date.now()}`
  const invited = await page.request.post('/api/admin/users', {
    data: { username, email: '', role: 'agent' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(invited.status()).toBe(201)
  await page.goto('/admin/users')
  const opener = page.getByRole('button', { name: `Profile: ${username}` })
  const dialog = page.getByRole('dialog', { name: `Profile of ${username}` })
  await opener.press('Enter')
  await dialog.getByLabel('Display name').fill('Nora Falk')
  await dialog.getByLabel('Title').fill('Partner')
  const portrait = dialog.getByRole('group', { name: 'Portrait' })
  const face = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  const give = async (side: number) =>
    portrait
      .locator('input[type=file]')
      .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: await face(side) })
  await give(64)
  await expect(portrait).toContainText('A portrait needs at least 128 pixels on each side.')
  expectRefusals(quiet, 400)
  await give(128)
  await expect(portrait.getByRole('img', { name: 'Portrait' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save Profile' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await expect(dialog.getByLabel('Display name')).toHaveValue('Nora Falk')
  await expect(dialog.getByLabel('Title')).toHaveValue('Partner')
  await dialog.getByLabel('Title').fill('')
  await portrait.getByRole('button', { name: /^Remove/ }).click()
  await expect(portrait.getByRole('img')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save Profile' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
})
