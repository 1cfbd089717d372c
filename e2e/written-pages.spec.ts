import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, expectRefusals, signIn, test } from './fixtures.ts'

const photo = (width: number) =>
  sharp({ create: { width, height: 150, channels: 3, background: '#0b5cad' } })
    .png()
    .toBuffer()

type Given = { name: string; bytes: Buffer }

/** Simulates dropping or pasting files. `text` is added to the clipboard, too. */
const give = (page: Page, event: 'drop' | 'paste', files: Given[], text?: string) =>
  page.getByRole('textbox', { name: 'Text' }).evaluate(
    (field, { event, text, files }) => {
      const data = new DataTransfer()
      if (text) data.setData('text/plain', text)
      for (const { name, bytes } of files) {
        const content = Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))
        data.items.add(new File([content], name, { type: 'image/png' }))
      }
      const common = { bubbles: true, cancelable: true }
      return field.dispatchEvent(
        event === 'drop'
          ? new DragEvent(event, { ...common, dataTransfer: data })
          : new ClipboardEvent(event, { ...common, clipboardData: data }),
      )
    },
    {
      event,
      text,
      files: files.map(({ name, bytes }) => ({ name, bytes: bytes.toString('base64') })),
    },
  )

test('an admin writes a note with a preview beside it, publishes it and deletes it with undo; what somebody else changed waits for a decision', async ({
  page,
  quiet,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, '/admin/pages')
  await expect(page.getByRole('link', { name: 'What a confidence is for' })).toBeVisible()
  const gate = Promise.withResolvers<void>()
  await page.route('**/slug-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Write a Note' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Counting by hand')
  gate.resolve()
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('counting-by-hand')
  await page
    .getByRole('textbox', { name: 'Text' })
    .fill('By {firm.replyWithin}, **bold**.\n\n## A heading')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'A heading' })).toBeVisible()
  await expect(preview).toContainText('By 24 hours on working days, bold.')
  const bar = page.getByRole('region', { name: 'State' })
  await page.keyboard.press('Control+s')
  await expect(bar).toContainText('All changes are saved')
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
  await expect(page.getByRole('main')).toContainText('By 24 hours on working days, bold.')
  await page.goto('/admin/pages')
  await page.getByRole('link', { name: 'Counting by hand' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Counting by hand')
  const id = page.url().split('/').at(-1)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const path = `/api/admin/pages/${id}`
  const { revision } = (await (await page.request.get(path)).json()) as { revision: number }
  await page.request.put(path, { headers, data: { revision, summary: 'Theirs' } })
  await page.getByLabel(/^Summary/).fill('Mine')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('What you typed isn’t saved yet.')).toBeVisible()
  expectRefusals(quiet, 409)
  await page.getByRole('link', { name: /^Back to/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: /Stay|Keep|Cancel/ }).click()
  await page.getByRole('button', { name: 'Keep Mine' }).click()
  await expect(bar).toContainText('All changes are saved')
  await page.reload()
  await expect(page.getByLabel(/^Summary/)).toHaveValue('Mine')

  await bar.getByRole('button', { name: 'Delete…' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page).toHaveURL(/kind=note/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Counting by hand' })).toBeVisible()
})

test('pictures are dropped, pasted or chosen into a text, and refused by name', async ({
  page,
  quiet,
}) => {
  await signIn(page, '/admin/pages')
  await page.getByRole('button', { name: 'Write a Note' }).click()
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('Before. After.')
  await text.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(8, 8))
  await give(page, 'drop', [
    { name: 'A [slip].png', bytes: await photo(700) },
    { name: 'small.png', bytes: await photo(90) },
  ])
  const refusal = page.getByRole('alert').filter({ hasText: 'small.png' })
  await expect(refusal).toContainText('A picture needs at least 200 pixels of width.')
  expectRefusals(quiet, 400)
  await expect(text).toHaveValue(/^Before\. !\[A slip\]\(\/media\/[\da-f]{32}\.webp\)After\.$/)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('img', { name: 'A slip' })).toHaveAttribute('width', '700')
  // The alternative text is selected, so that typing replaces it.
  await page.keyboard.type('Slip 7')
  await expect(text).toHaveValue(/^Before\. !\[Slip 7\]\(/)
  await expect(async () => {
    await text.press('Control+z')
    await expect(text).toHaveValue('Before. After.', { timeout: 50 })
  }).toPass({ intervals: [0] })

  expect(await give(page, 'paste', [{ name: 'cells.png', bytes: await photo(300) }], '1\t2')).toBe(
    true,
  )
  await give(page, 'paste', [{ name: 'image.png', bytes: await photo(300) }])
  await expect(text).toHaveValue(/!\[image\]\(\/media\/[\da-f]{32}\.webp\)/)
  await expect(refusal).toBeHidden()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a Picture' }).press('Enter')
  await (await chooser).setFiles({
    name: 'third.png',
    mimeType: 'image/png',
    buffer: await photo(400),
  })
  await expect(text).toHaveValue(/!\[third\]\(/)
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('region', { name: 'State' })).toContainText('All changes are saved')
})
