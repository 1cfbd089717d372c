import type { Page } from '@playwright/test'
import { bookAsProgram, bookCall, letPass, takeCalls } from './calls.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectRefusals,
  signIn,
  test,
  withOwnProduct,
} from './fixtures.ts'
import { toastWith } from './leads.ts'

// One after the other: bands are expected to be empty.
test.describe.configure({ mode: 'serial' })

const surname = () => crypto.randomUUID().slice(0, 8)
const rowOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Calls by day' }).getByRole('listitem').filter({ hasText: name })
const band = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Call with ${name},` })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

/** For `<input type="datetime-local">` in the browser's zone, which is that of this process. */
function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

test.describe('on a product without hosts', () => {
  test.use(withOwnProduct)

  test('without a host the agenda says so; with one and no call it has an address to share', async ({
    page,
    context,
  }) => {
    await signIn(page, '/admin/agenda')
    await expect(page.getByText('Nobody takes calls yet.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Take Calls' })).toBeVisible()
    await expectAccessible(page)
    await takeCalls(page)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No calls booked' })).toBeVisible()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy Link' }).click()
    await expect(toastWith(page, 'Link copied')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/\/book\/consultation$/)
  })
})

test('by keyboard alone: a call is moved, given a link and cancelled, and the focus stays', async ({
  page,
  quiet,
}) => {
  const host = await takeCalls(page)
  const name = `Ada ${surname()}`
  const { start } = await bookCall(page, host, { name })
  await signIn(page)
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
  const dialog = page.getByRole('dialog')
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

test('what waits is in bands: a suspect is confirmed, a past call gets its outcome', async ({
  page,
  product,
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
  await band(page, 'How did it go?')
    .getByRole('button', { name: `No-show: ${name}` })
    .click()
  await expect(band(page, 'How did it go?')).toHaveCount(0)
  await page.getByRole('button', { name: 'Earlier' }).click()
  await expect(rowOf(page, name)).toContainText('No-show')
  await menuOf(page, name).click()
  await item(page, 'Happened').click()
  await expect(rowOf(page, name)).toContainText('Happened')
})

test('mine and everybody’s calls are told apart, and a call is given to a colleague', async ({
  page,
  browser,
  baseURL,
}) => {
  const host = await takeCalls(page)
  const name = `Oda ${surname()}`
  await signIn(page, '/admin/agenda?who=me')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await bookCall(page, host, { name })
  await expect(rowOf(page, name), 'it appears by itself').toBeVisible()
  const colleague = `Cleo ${surname()}`.replace(' ', '-')
  await using elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  const theirs = await elsewhere.newPage()
  await join(page, theirs, colleague)
  await page.reload()
  await menuOf(page, name).click()
  await item(page, 'Reassign…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(colleague).check()
  await dialog.getByRole('button', { name: 'Reassign the Call' }).click()
  await expect(toastWith(page, 'Call reassigned')).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(0)
  await page.getByLabel('Everybody').check()
  await expect(page).toHaveURL(/\/admin\/agenda$/)
  await expect(rowOf(page, name)).toContainText(`with ${colleague}`)
})

/** Invites a colleague, who takes calls. */
async function join(page: Page, theirs: Page, username: string): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const invited = await page.request.post('/api/admin/users', {
    ...{ headers, data: { username, role: 'agent' } },
  })
  const { link } = (await invited.json()) as { link: string }
  const token = new URL(link).hash.slice(1) || new URL(link).searchParams.get('token')
  const accepted = await theirs.request.post('/api/invitations/accept', {
    ...{ headers, data: { token, password: 'a long enough password' } },
  })
  expect(accepted.ok(), await accepted.text()).toBe(true)
  await theirs.request.post('/api/auth/login', {
    ...{ headers, data: { username, password: 'a long enough password' } },
  })
  const hosted = await theirs.request.put('/api/admin/hosts/me', {
    ...{ headers, data: { active: true } },
  })
  expect(hosted.ok(), await hosted.text()).toBe(true)
}

test('a lead has a badge of its call to come, and lists its calls', async ({ page }) => {
  const host = await takeCalls(page)
  const name = `Lea ${surname()}`
  const { inquiryId } = await bookCall(page, host, { name })
  await signIn(page, `/admin/consultations?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText(/^Call \S+ \d+:\d\d/)).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(page.getByText(/^Call \S+ \d+:\d\d/)).toBeVisible()
  await expectNoOverflow(page)
  await page.goto(`/admin/consultations?open=${inquiryId}`)
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByRole('heading', { name: 'Calls' })).toBeVisible()
  await expect(dialog.getByText('with admin')).toBeVisible()
})

test('who has calls to come is deactivated once each has another host', async ({
  page,
  browser,
  baseURL,
}) => {
  await takeCalls(page)
  await using elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  const theirs = await elsewhere.newPage()
  const [leaver, name] = [`Bea-${surname()}`, `Una ${surname()}`]
  await join(page, theirs, leaver)
  const me = await (await theirs.request.get('/api/admin/hosts/me')).json()
  await bookCall(page, me.userId, { name })
  await signIn(page, '/admin/users')
  await page.getByRole('button', { name: `Deactivate: ${leaver}` }).click()
  const dialog = page.getByRole('dialog', { name: `Calls of ${leaver}` })
  await expect(dialog).toContainText(name)
  await dialog.getByLabel(`New host for ${name}`).selectOption('admin')
  await dialog.getByRole('button', { name: `Reassign the Call with ${name}` }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: `Deactivate ${leaver}` }).click()
  await expect(page.getByRole('row', { name: new RegExp(leaver) })).toContainText('deactivated')
})
