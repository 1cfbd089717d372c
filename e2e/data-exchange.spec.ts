import { readFileSync } from 'node:fs'
import { expect, expectAccessible, expectRefusals, signIn, test } from './fixtures.ts'

const csv = [
  'name,email,company,Shoe size',
  'Zoe Zimmer,zoe@zimmer.example,Zimmer GmbH,39',
  ',nobody@n.example,,',
  'Zoe Again,ZOE@zimmer.example,,',
].join('\n')

test('an owner imports clients, exports them and erases a person', async ({ page, quiet }) => {
  await signIn(page, '/admin/clients')
  const menu = page.getByRole('button', { name: 'Import and export' })

  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Import Clients (CSV)' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Choose a CSV File' })).toBeFocused()
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(dialog.getByRole('status')).toHaveText(
    '1 new, 1 duplicate, 1 refusedColumns not used: Shoe size',
  )
  await expect(dialog.getByRole('row')).toHaveText([
    /Line/,
    /2\s*Zoe Zimmer.*new/,
    /3\s*\(no name\).*refusedName is required/,
    /4\s*Zoe Again.*duplicateSame email as line 2/,
  ])
  await expectAccessible(page)
  await dialog.getByLabel('Also add the duplicates (1)').check()
  await expect(dialog.getByRole('button', { name: 'Add 2 clients' })).toBeVisible()
  await dialog.getByLabel('Also add the duplicates (1)').uncheck()
  await dialog.getByRole('button', { name: 'Add 1 client' }).click()
  await expect(page.getByText('1 client imported', { exact: true })).toBeVisible()
  await expect(menu).toBeFocused()
  await expect(page.getByRole('link', { name: 'Zoe Zimmer' }).first()).toBeVisible()

  // The keyboard is used, because a toast covers the button for five seconds.
  await menu.press('Enter')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export Clients (CSV)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^clients-\d{4}-\d\d-\d\d\.csv$/)
  expect(readFileSync(await download.path(), 'utf8')).toContain('Zoe Zimmer,zoe@zimmer.example')

  // A download can take the window's focus for a moment, which closes menus.
  await expect(async () => {
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Erase a Person’s Data' }).click({ timeout: 1000 })
  }).toPass()
  await dialog.getByLabel('Email address').fill('Zoe@zimmer.example')
  await dialog.getByRole('button', { name: 'Show Records' }).click()
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Client Zoe Zimmer, with 0 projects, 0 notes and 0 documents',
  ])
  await expectAccessible(page)
  const confirmation = dialog.getByLabel('Type the address again to confirm')
  await confirmation.fill('zoe@zimmer')
  await dialog.getByRole('button', { name: 'Erase for Good' }).click()
  await expect(confirmation).toBeFocused()
  await expect(confirmation).toHaveAccessibleDescription('Type the same email address to confirm.')
  expectRefusals(quiet, 400)
  await confirmation.fill('zoe@zimmer.example')
  await dialog.getByRole('button', { name: 'Erase for Good' }).click()
  await expect(page.getByText('Personal data erased', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Zoe Zimmer' })).toHaveCount(0)
})

test('columns with other headings are mapped by keyboard, on a narrow dark screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, '/admin/clients')
  await page.getByRole('button', { name: 'Import and export' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Import Clients (CSV)' }).press('Enter')
  const dialog = page.getByRole('dialog')
  const choose = (text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose(
    'Wer;Leer;;Post\nYan Ypsilon;;7;yan@ypsilon.example ::: yan@y.example\n"Yan\nY";;;y@y.example\nYa;;;y\n',
  )
  await expect(dialog.getByRole('status')).toContainText('Choose the column for the name')
  await expect(dialog.getByRole('combobox')).toHaveCount(3)
  await expect(dialog.getByLabel('Wer')).toBeFocused()
  await expect(dialog.getByLabel('Wer')).toHaveAccessibleDescription('Yan Ypsilon')
  await expect(dialog.getByLabel('Column 3')).toHaveAccessibleDescription('7')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await dialog.getByLabel('Wer').press('N')
  await dialog.getByRole('button', { name: 'Show the Rows' }).press('Enter')
  await expect(dialog.getByRole('status')).toContainText(/^Choose the column for the email address/)
  await expect(dialog.getByLabel('Wer')).toHaveValue('name')
  await dialog.getByLabel('Post').press('E')
  await dialog.getByRole('button', { name: 'Show the Rows' }).press('Enter')
  await expect(dialog.getByRole('status')).toHaveText(
    /^1 new, 0 duplicates, 2 refusedColumns not used: Column 31 row with values left out: /,
  )
  await expect(dialog.getByRole('status')).toBeFocused()
  await expect(dialog.getByRole('row')).toHaveText([
    /Line/,
    /2\s*Yan Ypsilon.*newNot imported: Email yan@y\.example$/,
    /3\s*Yan\s*Y.*refusedUse one line/,
    /5row 4\s*Ya.*refusedValid email/,
  ])
  await dialog.getByRole('button', { name: 'Change Columns' }).press('Enter')
  await expect(dialog.getByLabel('Wer')).toBeFocused()
  await dialog.getByLabel('Column 3').press('P')
  await dialog.getByRole('button', { name: 'Show the Rows' }).press('Enter')
  await dialog.getByRole('button', { name: 'Add 1 client' }).press('Enter')
  await expect(page.getByText('1 client imported', { exact: true })).toBeVisible()
})
