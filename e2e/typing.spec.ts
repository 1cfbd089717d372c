import type { Page } from '@playwright/test'
import { composerOf, confirmCandidate, logOf, panelOf, startChat, test } from './chat.ts'
import { add } from './client-data.ts'
import { expect, openSession, takenOver } from './fixtures.ts'

test('a text that is too long stays whole, says by how much and is not sent; the Enter of an input method does not send', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/contact')) sent.push('contact')
  })
  await page.goto('/')
  await takenOver(page)
  const form = page.locator('#contact-form')
  const fields = [
    [
      form.getByLabel(/^Message/),
      'a'.repeat(5_017),
      'Too long by 17 characters; use at most 5,000',
    ],
    [form.getByLabel(/^Name/), `${'é'.repeat(201)} `, 'Too long by 1 character; use at most 200'],
    [form.getByLabel(/^Company/), '😀'.repeat(202), 'Too long by 2 characters; use at most 200'],
  ] as const
  await form.getByLabel(/^Email/).fill('ada@n.example')
  for (const [field, text, words] of fields) {
    await field.fill(text)
    await expect(field).toHaveValue(text)
    await expect(field).toHaveAccessibleDescription(new RegExp(words))
  }
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByLabel(/^Name/)).toBeFocused()
  const mended = ['a'.repeat(5_000), 'é'.repeat(200), '😀'.repeat(200)]
  for (const [index, [field]] of fields.entries()) {
    await field.fill(`${mended[index]}  `)
    await expect(field).not.toHaveAttribute('aria-invalid')
  }
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('button', { name: 'Send Another Message' })).toBeVisible()
  expect(sent).toEqual(['contact'])

  await startChat(page, 'Yuki Mori')
  const input = composerOf(page)
  for (const text of ['こんに', '안녕', '你好', 'ok']) {
    await input.fill(text)
    await confirmCandidate(input)
    await input.evaluate((element) => {
      const leave = { key: 'Escape', keyCode: 229, bubbles: true, cancelable: true }
      element.dispatchEvent(new KeyboardEvent('keydown', leave))
    })
    await expect(input).toHaveValue(text)
  }
  await expect(panelOf(page)).toBeVisible()
  await input.fill('👍'.repeat(4_002))
  await input.press('Enter')
  await expect(panelOf(page).getByText('Too long by 2 characters; use at most 4,000')).toBeVisible()
  await expect(input).toHaveValue('👍'.repeat(4_002))
  await input.fill('👍'.repeat(4_000))
  await input.press('Enter')
  await expect(input).toHaveValue('')
  await expect(logOf(page).getByText('👍'.repeat(4_000))).toBeVisible()
  await expect(panelOf(page).getByRole('img', { name: 'Sent' })).toBeVisible()
  await expect(logOf(page).getByText('こんに')).toHaveCount(0)
})

/** Holds back responses to a method below a path until the returned function is called. */
async function holdBack(page: Page, method: string, path: RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() === method) await gate.promise
    await route.fallback()
  })
  return gate.resolve
}

test('what is typed after details or a note are sent stays, also once they are saved', async ({
  page,
}) => {
  await openSession(page)
  const { id } = await add(page, '', { name: 'Ole Brandt', email: 'ole@brandt.example' })
  const { id: projectId } = await add(page, `/${id}/projects`, { title: 'Harbour' })
  await page.goto(`/admin/clients/${id}`)
  await page.getByRole('button', { name: 'Edit Client' }).click()
  await page.getByLabel('Company').fill('Brandt & Co ')
  const update = await holdBack(page, 'PUT', /\/api\/admin\/clients\/[\w-]+$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Notes').fill('Typed since')
  update()
  await expect(page.getByText('Client updated successfully').first()).toBeVisible()
  await expect(page.getByLabel('Company')).toHaveValue('Brandt & Co')
  await expect(page.getByLabel('Notes')).toHaveValue('Typed since')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('definition').getByText('Typed since')).toBeVisible()

  await page.goto(`/admin/clients/${id}?tab=projects&project=${projectId}&view=notes`)
  const field = page.getByLabel('Add a note')
  const saved = page.getByText('Note added successfully')
  const save = await holdBack(page, 'POST', /\/notes$/)
  await field.fill('First')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await field.press('End')
  await field.pressSequentially(' Sec')
  const read = await holdBack(page, 'GET', /\/api\/admin\/clients\//)
  save()
  await expect(saved.first()).toBeVisible()
  await expect(field).toHaveValue(' Sec')
  await field.pressSequentially('ond')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(saved).toHaveCount(2)
  await field.fill('Third')
  read()
  await expect(page.getByRole('listitem').filter({ hasText: /^Second/ })).toBeVisible()
  await expect(field).toHaveValue('Third')
  await page.reload()
  await expect(field).toHaveValue('Third')
  await field.fill('')
})
