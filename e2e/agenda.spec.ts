import type { Page } from '@playwright/test'
import { bookAsProgram, bookCall, letPass, takeCalls } from './calls.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectRefusals,
  signIn,
  test,
} from './fixtures.ts'
import { arrive, toastWith } from './leads.ts'
import { newUser } from './users.ts'

// The tests run one after the other, because they expect empty bands.
test.describe.configure({ mode: 'serial' })

const surname = () => crypto.randomUUID().slice(0, 8)
const rowOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Calls by day' }).getByRole('listitem').filter({ hasText: name })
const band = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Call with ${name},` })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

/**
 * A value for `<input type="datetime-local">` in the browser's time zone, which is that of this
 * process.
 */
function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

test('a lead has a badge of its call to come; by keyboard alone the call is moved, given a link and cancelled, and the focus stays', async ({
  page,
  quiet,
}) => {
  const host = await takeCalls(page)
  const name = `Ada ${surname()}`
  const { start } = await bookCall(page, host, { name })
  await signIn(page, `/admin/consultations?q=${encodeURIComponent(name)}`)
  const badge = page.getByText(/^Call \S+ \d+:\d\d/)
  await expect(badge).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(badge).toBeVisible()
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'View details' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Calls' })).toBeVisible()
  await expect(dialog.getByText('with admin')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect(page).toHaveURL(/\/admin\/agenda$/)
  const row = rowOf(page, name)
  await expect(row).toContainText('their')
  await expect(row).toContainText('No link yet')
  const choose = async (label: string) => {
    await menuOf(page, name).focus()
    await page.keyboard.press('Enter')
    await expect(item(page, label)).toBeVisible()
    await item(page, label).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  await choose('Move…')
  await dialog.getByRole('button', { name: 'Another Time' }).click()
  await dialog.getByLabel('New time').fill(localTime(new Date(Date.parse(start) + 86_400_000)))
  await page.keyboard.press('Enter')
  await expect(toastWith(page, 'Call moved')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(menuOf(page, name)).toBeFocused()

  await choose('Link…')
  await dialog.getByLabel('Link').fill('http://meet.example/a')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Use an https address')).toBeVisible()
  await dialog.getByLabel('Link').fill('https://meet.example/a')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row.getByRole('link', { name: `Join: ${name}` })).toHaveAttribute(
    'href',
    'https://meet.example/a',
  )
  await expect(row).not.toContainText('No link yet')

  await choose('Cancel…')
  await dialog.getByLabel(/^Reason/).fill('We are ill')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Cancelled by us')
  await expect(menuOf(page, name)).toHaveCount(0)
  await expect(row.getByRole('link', { name, exact: true })).toBeFocused()
  expectRefusals(quiet, 400)
})

test('a call is entered for a request that is searched, and another one once the first is known', async ({
  page,
  request,
  quiet,
}) => {
  await takeCalls(page)
  const name = `Eve ${surname()}`
  await arrive({ request }, { name })
  await signIn(page, '/admin/agenda')
  await page.getByRole('button', { name: 'New Call' }).click()
  const dialog = page.getByRole('dialog', { name: 'New call' })
  await dialog.getByRole('button', { name: 'Find a Request or Client' }).click()
  await page.getByPlaceholder('Name, company or address').fill(name)
  await page.getByRole('option', { name }).click()
  await dialog.getByRole('button', { name: 'Book the Call' }).click()
  await expect(dialog.getByText('Choose a time').first()).toBeInViewport()
  await expectAccessible(page)
  const times = dialog.locator('.picker-time')
  await times.filter({ visible: true }).first().click()
  await expect(times).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Book the Call' }).click()
  await expect(toastWith(page, 'Call booked')).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(1)

  await rowOf(page, name).getByRole('link', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Book a Call' }).click()
  await dialog.getByRole('button', { name: 'Another Time' }).click()
  await expect(dialog.getByText('Overrides hours, time off')).toBeVisible()
  await dialog.getByLabel('Time').fill(localTime(new Date(Date.now() + 30 * 86_400_000)))
  await dialog.getByRole('button', { name: 'Book the Call' }).click()
  await expect(dialog.getByText('This request already has a call to come').first()).toBeVisible()
  expectRefusals(quiet, 400)
  await dialog.getByLabel('Book another call').check()
  await dialog.getByRole('button', { name: 'Book the Call' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/admin/agenda')
  await expect(rowOf(page, name)).toHaveCount(2)
})

test('what waits is in bands; a call is given to a colleague, who is deactivated once it has another host', async ({
  page,
  product,
  request,
}) => {
  const host = await takeCalls(page)
  const [bot, name] = [`Bot ${surname()}`, `Ivo ${surname()}`]
  await bookAsProgram(page, bot)
  const { id } = await bookCall(page, host, { name })
  await letPass(product, id)
  await signIn(page, '/admin/agenda')
  const pending = band(page, 'Needs confirmation')
  await expect(pending).toContainText('Looks like spam')
  await expect(rowOf(page, bot)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Confirm: ${bot}` }).click()
  await expect(toastWith(page, 'Call confirmed')).toBeVisible()
  await expect(rowOf(page, bot)).toBeVisible()
  await expect(pending).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const asked = band(page, 'How did it go?')
  await asked.getByRole('button', { name: /^Call with/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Brief', 'Book a Call…'])
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: `No-show: ${name}` }).click()
  await expect(asked).toHaveCount(0)
  await page.getByRole('button', { name: 'Earlier' }).click()
  await expect(rowOf(page, name)).toContainText('No-show')
  await menuOf(page, name).click()
  await item(page, 'Happened').click()
  await expect(rowOf(page, name)).toContainText('Happened')

  await page.getByRole('tab', { name: 'Mine' }).click()
  await expect(page).toHaveURL(/who=me/)
  const given = `Oda ${surname()}`
  await bookCall(page, host, { name: given })
  await expect(rowOf(page, given), 'it appears by itself').toBeVisible()
  const colleague = await newUser(request, product.url, 'agent')
  const headers = { 'sec-fetch-site': 'same-origin' }
  await request.post('/api/auth/login', { headers, data: colleague })
  const hosted = await request.put('/api/admin/hosts/me', { headers, data: { active: true } })
  expect(hosted.ok(), await hosted.text()).toBe(true)
  await page.reload()
  await menuOf(page, given).click()
  await item(page, 'Reassign…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(colleague.username).check()
  await dialog.getByRole('button', { name: 'Reassign the Call' }).click()
  await expect(toastWith(page, 'Call reassigned')).toBeVisible()
  await expect(rowOf(page, given)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Everybody' }).click()
  await expect(page).toHaveURL(/\/admin\/agenda$/)
  await expect(rowOf(page, given)).toContainText(`with ${colleague.username}`)

  await page.goto('/admin/users')
  await page.getByRole('button', { name: `More for ${colleague.username}` }).click()
  await item(page, 'Deactivate').click()
  await expect(dialog).toHaveAccessibleName(`Calls of ${colleague.username}`)
  await expect(dialog).toContainText(given)
  await dialog.getByLabel(`New host for ${given}`).selectOption('admin')
  await dialog.getByRole('button', { name: `Reassign the Call with ${given}` }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: `Deactivate ${colleague.username}` }).click()
  await expect(page.getByRole('row', { name: colleague.username })).toContainText('Deactivated')
})
