import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pdf, png } from '#test/harness/sample-files.ts'
import { expect, expectAccessible, expectRefusals, openSession, test } from './fixtures.ts'

const maxBytes = 52_428_800

/** Creates a client with a project and opens the project's documents. */
async function openDocuments(page: Page, url: string): Promise<void> {
  const create = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin: url } })
    expect(answer.status()).toBe(201)
    return (await answer.json()) as { id: string }
  }
  const client = await create('/api/admin/clients', { name: 'Northfold', email: 'ada@n.example' })
  const project = await create(`/api/admin/clients/${client.id}/projects`, { title: 'Invoices' })
  await page.goto(`/admin/clients/${client.id}?tab=projects&project=${project.id}&view=documents`)
  await expect(page.getByText('No documents yet')).toBeVisible()
}

async function drop(page: Page, selector: string, name: string): Promise<boolean> {
  return await page.evaluate(
    ([target, fileName]) => {
      const data = new DataTransfer()
      data.items.add(new File(['Hej'], fileName))
      const options = { bubbles: true, cancelable: true, dataTransfer: data }
      const element = document.querySelector(target)
      element?.dispatchEvent(new DragEvent('dragover', options))
      // The result is false if the browser's default, opening the file, was prevented.
      return element?.dispatchEvent(new DragEvent('drop', options)) ?? true
    },
    [selector, name] as const,
  )
}

test('files are uploaded by keyboard alone, wrong ones are refused and stay listed', async ({
  page,
  quiet,
  product,
}, testInfo) => {
  await openSession(page)
  await openDocuments(page, product.url)
  const choose = page.getByRole('button', { name: 'Choose Files' })
  await expect(choose).toHaveAccessibleDescription(
    'PDF, Word, Excel, PowerPoint, TXT, JPEG, PNG, GIF or ZIP. Up to 50 MB each.',
  )
  const choosing = page.waitForEvent('filechooser')
  await choose.press('Enter')
  const chooser = await choosing
  expect(chooser.isMultiple()).toBe(true)
  // The file is sparse: more than 50 MB long, but without data on disk.
  const folder = testInfo.outputDir
  mkdirSync(folder, { recursive: true })
  const files = ['huge.pdf', 'setup.exe', 'plan.pdf', 'photo.png', 'disguised.png'].map((name) =>
    join(folder, name),
  )
  const [huge = '', setup = '', plan = '', photo = '', disguised = ''] = files
  writeFileSync(huge, pdf)
  truncateSync(huge, maxBytes + 1)
  writeFileSync(setup, 'MZ')
  writeFileSync(plan, Buffer.concat([pdf, Buffer.alloc(8_000_000, 32)]))
  writeFileSync(photo, png)
  writeFileSync(disguised, '<html>')
  const held = Promise.withResolvers<void>()
  await page.route('**/documents/upload', async (route) => {
    await held.promise
    await route.continue()
  })
  await chooser.setFiles(files)

  const bar = page.getByRole('progressbar', { name: 'Uploading plan.pdf' })
  await expect(bar).toHaveJSProperty('max', 100)
  held.resolve()
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await expect(uploads.getByRole('listitem')).toHaveText([
    'huge.pdf is too large. Maximum size is 50MB.',
    'setup.exe is not a supported file type.',
    'disguised.png is not a supported file type.',
  ])
  expectRefusals(quiet, 415)
  const list = page.getByRole('list', { name: 'Documents' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list).toContainText('plan.pdf')
  await expect(list).toContainText('7.63 MB')
  await expect(list).toContainText('admin')
  await expect(page.getByRole('tab', { name: 'Documents (2)' })).toBeVisible()

  await page.getByRole('button', { name: 'Dismiss huge.pdf' }).press('Enter')
  await page.getByRole('button', { name: 'Dismiss setup.exe' }).press('Enter')
  await page.getByRole('button', { name: 'Dismiss disguised.png' }).press('Enter')
  await expect(uploads).toHaveCount(0)
  rmSync(huge)
})

test('files are dropped, cancelled, downloaded, previewed, deleted and restored', async ({
  page,
  product,
}) => {
  await openSession(page)
  await openDocuments(page, product.url)
  const uploads = page.getByRole('list', { name: 'Uploads' })
  const list = page.getByRole('list', { name: 'Documents' })
  const address = page.url()
  expect(await drop(page, 'h1', 'beside.txt')).toBe(false)
  expect(await drop(page, '.drop-area', 'inside.txt')).toBe(false)
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('inside.txt')
  expect(page.url()).toBe(address)

  // The first upload never finishes, so the second waits.
  await page.route('**/documents/upload', () => {})
  await page
    .locator('input[type=file]')
    .setInputFiles(
      ['one.txt', 'two.txt'].map((name) => ({ name, mimeType: '', buffer: Buffer.from('Hej') })),
    )
  await expect(uploads.getByRole('listitem')).toContainText(['one.txt', 'two.txt'])
  await expect(uploads.getByRole('listitem').nth(1)).toContainText('Waiting')
  await page.getByRole('button', { name: 'Cancel two.txt' }).click()
  await expect(page.getByRole('button', { name: 'Cancel one.txt' })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel one.txt' }).click()
  await expect(uploads).toHaveCount(0)
  await expect(
    page.getByText('Failed to upload one.txt: Upload aborted', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText('Upload of one.txt canceled')).toBeAttached()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.unroute('**/documents/upload')

  const name = 'Ångström – plan "B".png'
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: png })
  await expect(list).toContainText(name)
  // The browser attributes the download to the opening page. A headless one keeps the new tab open;
  // closing it only with its context takes 5 s.
  const [opening, downloading] = [page.waitForEvent('popup'), page.waitForEvent('download')]
  await page.getByRole('link', { name: `Download ${name}` }).press('Enter')
  const download = await downloading
  // Some file systems forbid quotes in file names, so browsers replace them.
  expect(download.suggestedFilename().replaceAll('_', '"')).toBe(name)
  await download.delete()
  await (await opening).close()

  await page.getByRole('button', { name: `Preview ${name}` }).press('Enter')
  const image = page.getByRole('dialog').getByRole('img')
  await expect(image).toHaveJSProperty('naturalWidth', 1)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  // The keyboard is used, because a toast covers the button for five seconds.
  const deleted = page.waitForRequest((request) => request.method() === 'DELETE')
  await page.getByRole('button', { name: `More for ${name}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  expect((await deleted).url()).toMatch(/\/documents\/[\da-f-]{36}$/)
  await expect(page.getByText('Document deleted successfully', { exact: true })).toBeVisible()
  await expect(list).not.toContainText(name)
  await expect(page.getByRole('button', { name: 'Undo Deletion' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(list).toContainText(name)
  await page.getByRole('checkbox', { name: `Select ${name}` }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  const selected = page.getByRole('region', { name: 'Selected documents' })
  await expect(selected).toContainText('2 selected')
  await selected.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByText('No documents yet')).toBeHidden()
  await expect(page.getByText('2 documents deleted.', { exact: true })).toBeVisible()
  await expect(list).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo Deletion' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(selected).toHaveCount(0)
})
