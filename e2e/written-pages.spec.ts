import { expect, expectAccessible, expectRefusals, signIn, test } from './fixtures.ts'

test('an admin writes a note with a preview beside it, publishes it and deletes it with undo', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  await page.goto('/admin/pages')
  await expect(page.getByRole('link', { name: 'What a confidence is for' })).toBeVisible()
  await page.getByRole('button', { name: 'Write a Note' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Counting by hand')
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('counting-by-hand')
  await page
    .getByRole('textbox', { name: 'Text' })
    .fill('By {firm.replyWithin}, **bold**.\n\n## A heading')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'A heading' })).toBeVisible()
  await expect(preview).toContainText('By 24 hours, bold.')
  const bar = page.getByRole('region', { name: 'State' })
  await page.keyboard.press('Control+s')
  await expect(bar).toContainText('All changes are saved')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Counting by hand')

  await bar.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish the note' })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Version 1')
  await page.goto('/notes')
  await page.getByRole('link', { name: 'Counting by hand' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Counting by hand')
  await expect(page.getByRole('main')).toContainText('By 24 hours, bold.')
  await page.goBack()
  await page.goto('/admin/pages')
  await page.getByRole('link', { name: 'Counting by hand' }).click()
  await bar.getByRole('button', { name: 'Delete…' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page).toHaveURL(/kind=note/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Counting by hand' })).toBeVisible()
})

test('what somebody else changed waits for a decision, and leaving with unsaved text asks', async ({
  page,
  quiet,
}) => {
  await signIn(page)
  await page.goto('/admin/pages?kind=page')
  await page.getByRole('link', { name: 'Careers' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Careers')
  const id = page.url().split('/').at(-1)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const path = `/api/admin/pages/${id}`
  const { revision } = (await (await page.request.get(path)).json()) as { revision: number }
  await page.request.put(path, { headers, data: { revision, summary: 'Theirs' } })
  await page.getByLabel(/^Summary/).fill('Mine')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('What you typed isn’t saved yet.')).toBeVisible()
  expectRefusals(quiet, 409)
  await page.getByRole('link', { name: 'Back to Pages' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: /Stay|Keep|Cancel/ }).click()
  await page.getByRole('button', { name: 'Keep Mine' }).click()
  await expect(page.getByRole('region', { name: 'State' })).toContainText('All changes are saved')
  await page.reload()
  await expect(page.getByLabel(/^Summary/)).toHaveValue('Mine')
})
