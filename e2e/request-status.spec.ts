import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectRefusals,
  signIn,
  takenOver,
  test,
} from './fixtures.ts'
import { slowAsAPerson } from './users.ts'

test.use({ timezoneId: 'Europe/Berlin' })

test('who sent a form follows the request, adds to it, disputes and withdraws it, and staff see that; the page is accessible and fits, has no chat, and leaves without its address', async ({
  page,
  quiet,
}) => {
  const name = 'Ada Link'
  await page.goto('/#contact')
  const form = page.getByRole('form', { name: 'Tell us about one process' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill('ada@northfold.example')
  await form.getByLabel('Message').fill('Where is it?')
  await slowAsAPerson(page)
  await form.getByRole('button', { name: 'Send Message' }).click()
  const sentence = page.getByText(/^Your request has the number R-/)
  await expect(sentence).toBeVisible()
  const [number = ''] = /R-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await sentence.textContent()) ?? '') ?? []
  await page.getByRole('link', { name: 'See who reads it and when the answer is due' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your counterfoil')
  await takenOver(page)
  await expect(page.getByRole('heading', { name: number })).toBeVisible()
  const path = new URL(page.url()).pathname
  const due = page.getByRole('listitem').filter({ hasText: 'Answer due' })
  await expect(due).toContainText('Pacific')
  await expect(due).toContainText('your time')
  await expect(page.getByText('a…@northfold.example').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remind Us' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /chat/i })).toHaveCount(0)

  const detail = page.getByLabel('What should we know?')
  await page.getByRole('button', { name: 'Add a Detail' }).click()
  await expect(detail).toHaveAccessibleDescription(/Write what you want to add\./)
  expectRefusals(quiet, 400)
  await detail.fill('Half of them are\nhandwritten.')
  await page.getByRole('button', { name: 'Add a Detail' }).click()
  await expect(page.getByRole('heading', { name: 'The detail you added' })).toBeVisible()
  await expect(page.getByText('Half of them are')).toBeVisible()
  await page.reload()
  await takenOver(page)
  await expect(page.getByText('Half of them are')).toHaveCount(1)

  await page.getByText('This Was Not Me').first().click()
  const sure = page.getByRole('button', { name: 'Yes, Withdraw It' })
  await expect(sure).toBeHidden()
  await page.getByText('Withdraw this request').click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'This Was Not Me' }).click()
  await expect(page.getByText('You said that this was not you.')).toBeVisible()
  await page.getByText('Withdraw this request').click()
  await sure.click()
  await expect(page.getByText('You withdrew this request.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a Detail' })).toHaveCount(0)
  await page.getByRole('link', { name: /home$/ }).first().click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => document.referrer)).toBe('')

  await page.goto(`${path}/sent`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you')
  await expectAccessible(page)

  await signIn(page, '/admin?tab=inquiries')
  await page.getByRole('searchbox').fill(number)
  const found = page.getByRole('link', { name })
  await expect(found).toHaveCount(1)
  await found.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Sender disputed.')
  await expect(dialog).toContainText('Half of them are')
})
