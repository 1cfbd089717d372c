import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, expectRefusals, signIn, test } from './fixtures.ts'

const photo = (width: number) =>
  sharp({ create: { width, height: 150, channels: 3, background: '#0b5cad' } })
    .png()
    .toBuffer()

type Given = { name: string; bytes: Buffer }

/** As a browser tells of files; with `text` the clipboard holds that as well. */
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
      ...{ event, text },
      files: files.map(({ name, bytes }) => ({ name, bytes: bytes.toString('base64') })),
    },
  )

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
  // The alternative text is selected, to be typed over.
  await page.keyboard.type('Slip 7')
  await expect(text).toHaveValue(/^Before\. !\[Slip 7\]\(/)
  await expect(async () => {
    await text.press('Control+z')
    await expect(text).toHaveValue('Before. After.', { timeout: 250 })
  }).toPass()

  expect(await give(page, 'paste', [{ name: 'cells.png', bytes: await photo(300) }], '1\t2')).toBe(
    true,
  )
  await give(page, 'paste', [{ name: 'image.png', bytes: await photo(300) }])
  await expect(text).toHaveValue(/!\[image\]\(\/media\/[\da-f]{32}\.webp\)/)
  await expect(refusal).toBeHidden()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a Picture' }).press('Enter')
  await (await chooser).setFiles({
    ...{ name: 'third.png', mimeType: 'image/png', buffer: await photo(400) },
  })
  await expect(text).toHaveValue(/!\[third\]\(/)
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('region', { name: 'State' })).toContainText('All changes are saved')
})
