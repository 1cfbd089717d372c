import { wireOf } from './chat.ts'
import {
  blockSocket,
  expect,
  expectAccessible,
  expectNoOverflow,
  expectRefusals,
  signIn,
} from './fixtures.ts'
import { asks, clear, current, pane, rows, surname } from './inbox.ts'
import { arrive, test, toastWith } from './leads.ts'
import { newUser } from './users.ts'

const headers = { 'sec-fetch-site': 'same-origin' }

test('a list is worked through by keyboard alone', async ({ page, request }) => {
  await clear(page.request)
  const group = surname()
  for (const name of ['Ada', 'Ben', 'Cem', 'Dov', 'Eve']) {
    await arrive({ request }, { name: `${name} ${group}`, company: 'Northfold' })
  }
  await signIn(page)
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page.getByRole('heading', { level: 1, name: 'Needs reply' })).toBeVisible()
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).first()).toContainText(
    /Ada .*Northfold.*Due in (\d+ h|\d days).*4,000 slips a week/,
  )
  const badge = page.getByRole('link', { name: /^Needs reply/ })
  await expect(badge).toHaveText('Needs reply5 to answer')

  await page.keyboard.press('j')
  await expect(current(page)).toBeFocused()
  await expect(pane(page, `Ada ${group}`)).toContainText('Unassigned')
  await page.keyboard.press('t')
  await expect(pane(page, `Ada ${group}`)).toContainText('Assigned to admin')
  await expect(current(page)).toContainText('admin')
  await expect(page.locator('.toast'), 'the pane shows it').toHaveCount(0)
  const undoTaken = page.getByRole('option', { name: `Undo: Taken: Ada ${group}` })
  await page.keyboard.press('Control+K')
  await undoTaken.click()
  await expect(pane(page, `Ada ${group}`)).toContainText('Unassigned')
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(undoTaken).toHaveCount(0)
  await page.keyboard.press('Escape')
  // The menu returns the focus when it is gone.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('t')
  await expect(pane(page, `Ada ${group}`)).toContainText('Assigned to admin')
  await page.keyboard.press('r')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await page.keyboard.press('Escape')

  await page.keyboard.press('j')
  await expect(pane(page, `Ben ${group}`)).toBeVisible()
  await page.keyboard.press('k')
  await expect(pane(page, `Ada ${group}`)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(pane(page, `Ben ${group}`)).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(pane(page, `Ada ${group}`)).toBeVisible()
  await expect(rows(page).locator('a:not([tabindex="-1"])'), 'one tab stop').toHaveCount(1)
  await page.keyboard.press('s')
  const hour = page.getByRole('dialog', { name: 'Snooze' }).getByRole('option').first()
  await expect(hour).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(toastWith(page, 'Snoozed until')).toBeVisible()
  await expect(pane(page, `Ben ${group}`)).toBeVisible()
  await expect(current(page)).toBeFocused()
  await expect(rows(page)).toHaveCount(4)
  await expect(badge).toHaveText('Needs reply4 to answer')

  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Assign to' }).getByRole('option').first().waitFor()
  await page.keyboard.type('adm')
  await page.keyboard.press('Enter')
  await expect(pane(page, `Ben ${group}`)).toContainText('Assigned to admin')
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByLabel('Phone').focus()
  await page.keyboard.press('Enter')
  await expect(toastWith(page, 'Answered by phone')).toBeVisible()
  await expect(pane(page, `Cem ${group}`)).toBeVisible()
  await page.keyboard.press('w')
  await page.getByRole('dialog').getByLabel('Duplicate').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(toastWith(page, 'No Reply Needed')).toBeVisible()
  await expect(pane(page, `Dov ${group}`)).toBeVisible()
  await expect(rows(page)).toHaveCount(2)

  const closed = toastWith(page, 'No Reply Needed')
  await closed.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(toastWith(page, 'Waiting for a reply again')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)

  // When the open request leaves the list, the keys continue from its position.
  const id = new URL(page.url()).searchParams.get('item')
  await page.request.post(`/api/admin/inbox/${id}/stated-reply`, {
    data: { how: 'phone' },
    headers,
  })
  await expect(rows(page)).toHaveCount(2)
  await expect(pane(page, `Dov ${group}`)).toContainText('Answered by phone')
  await page.keyboard.press('j')
  await expect(pane(page, `Eve ${group}`)).toBeVisible()
  await page.getByRole('tab', { name: /^Snoozed/ }).press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`Ada ${group}`)
  await expect(page).toHaveURL(/view=snoozed/)
})

test('keys go on to the next page and back', async ({ page, request }) => {
  await clear(page.request)
  const group = surname()
  for (const name of ['Ada', 'Ben', 'Cem']) await arrive({ request }, { name: `${name} ${group}` })
  await page.route('**/api/admin/inbox?*', (route) =>
    route.continue({ url: route.request().url().replace('limit=50', 'limit=2') }),
  )
  await signIn(page, '/admin/inbox')
  await expect(rows(page)).toHaveCount(2)
  for (const name of ['Ada', 'Ben', 'Cem']) {
    await page.keyboard.press('j')
    await expect(pane(page, `${name} ${group}`)).toBeVisible()
  }
  await expect(page).toHaveURL(/[?]page=2&item=/)
  await expect(rows(page)).toHaveCount(1)
  await expect(current(page)).toBeFocused()
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('k')
  await expect(pane(page, `Ben ${group}`)).toBeVisible()
  await expect(current(page)).toBeFocused()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('list', { name: 'Requests' })).toBeFocused()
  await expect(rows(page)).toContainText([`Cem ${group}`])
  await expect(pane(page, `Ben ${group}`)).toBeVisible()
})

test('failing, unread and empty views say so', async ({ page, quiet }) => {
  await clear(page.request)
  await blockSocket(page)
  let fails = false
  await page.route(/\/api\/admin\/inbox\?/, (route) =>
    fails ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
  )
  await signIn(page, '/admin/inbox')
  await expect(page.getByRole('heading', { name: 'Nobody is waiting.' })).toBeVisible()
  fails = true
  await page.getByRole('tab', { name: 'Snoozed' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to fetch the inbox' })
  await expect(failure).toBeVisible()
  expectRefusals(quiet, 503)
  fails = false
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing is snoozed.' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('tab', { name: 'Mine' }).click()
  await expect(page.getByText('This loads once you’re back.')).toBeVisible()
  await page.context().setOffline(false)
  for (const [tab, empty] of [
    ['Mine', 'Nothing is assigned to you.'],
    ['Unassigned', 'Everything is assigned.'],
    ['Overdue', 'Nothing is overdue.'],
    ['All', 'Nobody is waiting.'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('heading', { name: empty })).toBeVisible()
  }
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes('ERR_INTERNET')))
})

test('a colleague’s take is seen at once, and who comes second reads the name', async ({
  page,
  request,
  baseURL,
  quiet,
}) => {
  await clear(page.request)
  const wire = await wireOf(page)
  await signIn(page, '/admin/inbox')
  const group = surname()
  await arrive({ request }, { name: `Ada ${group}` })
  await arrive({ request }, { name: `Ben ${group}` })
  const colleague = await newUser(request, baseURL, 'agent')
  await request.post('/api/auth/login', { data: colleague, headers })
  const { items } = await (await request.get('/api/admin/inbox?view=all')).json()
  const [ada, ben] = (items as { id: string }[]).map(({ id }) => `/api/admin/inbox/${id}/take`)
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(pane(page, `Ada ${group}`)).toContainText('Unassigned')
  expect((await request.post(ada ?? '', { headers })).status()).toBe(200)
  await expect(rows(page).first()).toContainText(colleague.username)
  await expect(page.getByRole('tab', { name: /^Unassigned/ })).toContainText('1')
  await expect(page.getByRole('link', { name: /^Needs reply/ })).toHaveText(
    'Needs reply1 to answer',
  )

  wire.deaf = true
  expect((await request.post(ben ?? '', { headers })).status()).toBe(200)
  await page.keyboard.press('j')
  await expect(pane(page, `Ben ${group}`)).toBeVisible()
  await expect(rows(page).last()).toContainText('Unassigned')
  await page.keyboard.press('t')
  await expect(toastWith(page, 'Error')).toContainText(`${colleague.username} has taken this.`)
  await expect(rows(page).last()).toContainText(colleague.username)
  expectRefusals(quiet, 409)
})

test('links show what is answered, and Back leads to the list of a phone', async ({
  page,
  request,
}) => {
  await clear(page.request)
  await page.setViewportSize({ width: 390, height: 800 })
  const group = surname()
  const answered = await arrive({ request }, { ...asks, name: `Ada ${group}` })
  for (let n = 0; n < 12; n++) await arrive({ request }, { name: `Ben ${n} ${group}` })
  await signIn(page, `/admin/inbox?lead=${answered}`)
  const ada = pane(page, `Ada ${group}`)
  for (const text of ['Read the slips and file them.', 'Head of operations', 'Answer due']) {
    await expect(ada).toContainText(text)
  }
  await expect(ada.getByRole('heading', { level: 2 })).toBeFocused()
  for (const name of ['Assign', 'Snooze', 'No Reply Needed']) {
    await ada.getByRole('button', { name, exact: true }).click()
    await expectAccessible(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await ada.getByRole('button', { name: 'I Called' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Another way').check()
  await dialog.getByLabel(/^Note/).fill('Sent from my phone')
  await dialog.getByRole('button', { name: 'Record Reply' }).click()
  await expect(rows(page)).toHaveCount(12)
  await page.goto(`/admin/inbox?lead=${answered}`)
  await expect(ada).toContainText(/Answered another way by admin.*Sent from my phone/)
  await ada.getByRole('button', { name: 'Back' }).click()
  await expect(rows(page)).toHaveCount(12)

  const last = page.getByRole('link', { name: new RegExp(`Ben 11 ${group}`) })
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(200)
  await last.click()
  await expect(pane(page, `Ben 11 ${group}`)).toBeVisible()
  await expect(rows(page).first()).toBeHidden()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(last).toBeVisible()
  await expect(last).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)

  await page.goto(`/admin/inbox?lead=${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'This isn’t in the inbox' })).toBeVisible()
  await page.setViewportSize({ width: 900, height: 800 })
  await page.goto(`/admin/inbox?lead=${answered}`)
  await expect(ada).toBeVisible()
  await expectNoOverflow(page)
  await ada.getByRole('button', { name: 'Convert to Client' }).click()
  await dialog.getByRole('button', { name: 'Convert to Client' }).click()
  await expect(ada.getByRole('link', { name: 'View Client' })).toBeVisible()
})
