import type { Page } from '@playwright/test'
import { expect, expectRefusals, goOn, signIn } from './fixtures.ts'
import { arrive, test } from './leads.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^(Waiting|Nothing is waiting)/ })
const menu = (page: Page) => page.getByRole('menu', { name: 'Waiting' })

test('the bell lists notifications above what waits, live, and marks them as read; away is set and ended in the menu under one’s name', async ({
  page,
  request,
  baseURL,
}) => {
  await signIn(page)
  const headers = { origin: baseURL ?? '' }
  const earlier = await page.request.post('/api/admin/notifications/read', { data: {}, headers })
  expect(earlier.ok()).toBe(true)
  await page.reload()
  await bell(page).click()
  await page.keyboard.press('Escape')
  await arrive({ request }, { name: 'Nina Falk' })
  await expect(bell(page)).toHaveAccessibleName(/1 unread notification/)
  await bell(page).click()
  const item = menu(page).getByRole('menuitem', { name: /^Unread: Nina Falk sent inquiry R-/ })
  await expect(item).toBeVisible()
  await menu(page).getByRole('menuitem', { name: 'Mark All Read' }).click()
  await expect(item).toHaveCount(0)
  await expect(menu(page).getByRole('menuitem', { name: /Nina Falk/ })).toBeVisible()
  await expect(bell(page)).not.toHaveAccessibleName(/unread/)
  await menu(page)
    .getByRole('menuitem', { name: /Nina Falk/ })
    .click()
  await expect(page).toHaveURL(/\/admin\/inbox\?lead=/)

  const user = page.getByRole('button', { name: /^Account/ })
  await user.click()
  await page.getByRole('menuitem', { name: 'Away for an Hour' }).click()
  await expect(page.getByText(/You’re away/).first()).toBeVisible()
  await user.click()
  await expect(page.getByText(/^Away until/)).toBeVisible()
  await page.getByRole('menuitem', { name: 'Available Again' }).click()
  await expect(page.getByText('You’re available again').first()).toBeVisible()
})

test('ways and quiet hours are saved and found again; a channel is added, refused and removed', async ({
  page,
  quiet,
}) => {
  await signIn(page, '/admin/account')
  const section = page.getByRole('region', { name: 'Notifications' })
  await section.getByText('Details: Requests').click()
  const mail = section.getByRole('checkbox', { name: 'New request: Email' })
  await expect(mail).not.toBeChecked()
  const saved = page.waitForResponse('**/api/admin/notifications/preferences')
  await mail.check()
  expect((await saved).ok()).toBe(true)
  await section.getByRole('checkbox', { name: /^Hold notifications/ }).check()
  await section.getByLabel('From', { exact: true }).fill('21:30')
  await section.getByLabel('To', { exact: true }).fill('21:30')
  await section.getByRole('button', { name: 'Save Quiet Hours' }).click()
  await expect(section.getByText('Choose two different times').first()).toBeVisible()
  expectRefusals(quiet, 400)
  await section.getByLabel('To', { exact: true }).fill('06:45')
  await section.getByRole('checkbox', { name: 'Sun' }).uncheck()
  await section.getByRole('button', { name: 'Save Quiet Hours' }).click()
  await expect(page.getByText('Quiet hours saved').first()).toBeVisible()
  await page.reload()
  const requests = section.getByRole('checkbox', { name: 'Requests: Email' })
  await expect(requests).toHaveJSProperty('indeterminate', true)
  await section.getByText('Details: Requests').click()
  await expect(mail).toBeChecked()
  await requests.check()
  await expect(section.getByRole('checkbox', { name: 'Request withdrawn: Email' })).toBeChecked()
  await requests.uncheck()
  await expect(mail).not.toBeChecked()
  await expect(section.getByLabel('From', { exact: true })).toHaveValue('21:30')
  await expect(section.getByRole('checkbox', { name: 'Sun' })).not.toBeChecked()

  await goOn(page, '/admin/channels')
  await expect(page.getByText('No channels yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add Channel' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Team room')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1/hook')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('The address must begin with https.').first()).toBeVisible()
  expectRefusals(quiet, 400)
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://1.1.1.1/hook')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Channel added').first()).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Team room' })
  await expect(row).toContainText('1.1.1.1')
  await expect(row).toContainText('Nothing sent yet')
  await row.getByRole('button', { name: 'More for Team room' }).click()
  await page.getByRole('menuitem', { name: 'Turn Off' }).click()
  await row.getByRole('button', { name: 'More for Team room' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Turn On', 'Delete'])
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Team room' }).click()
  await expect(page.getByText('No channels yet')).toBeVisible()
})

test('the service worker shows what is pushed, and nothing of it is on public pages', async ({
  page,
  context,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'pushes come by the protocol of Chromium')
  await context.grantPermissions(['notifications'])
  const answer = await page.request.get('/admin/service-worker.js')
  expect(answer.headers()['cache-control']).toBe('no-cache')
  const source = await answer.text()
  expect(Buffer.byteLength(source)).toBeLessThanOrEqual(3_072)
  expect(source).not.toMatch(/'fetch'|caches/)
  await signIn(page, '/admin/account')
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/admin/'))
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const [worker] = await Promise.all([
    context.waitForEvent('serviceworker'),
    page.evaluate(async () => {
      await navigator.serviceWorker.register('/admin/service-worker.js', { scope: '/admin/' })
      const { active } = await navigator.serviceWorker.ready
      while (active?.state !== 'activated') {
        await new Promise((done) => active?.addEventListener('statechange', done, { once: true }))
      }
    }),
  ])
  const registrationId = await registered
  // The headless shell shows no notifications, so the test records what the worker requests.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as {
      shown: object[]
      registration: { showNotification(title: string, options: object): Promise<void> }
    }
    scope.shown = []
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, ...options })
    }
  })
  const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: object[] }).shown)
  const { origin } = new URL(page.url())
  const push = (content: object) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(content),
    })
  const content = { name: 'Ada', firm: 'Firm', url: '/admin/inbox?lead=1', tag: 'inquiry:1' }
  const common = { icon: '/icon-192.png', data: { url: content.url }, tag: content.tag }
  await push({ ...content, title: 'New inquiry R-1', silent: false })
  const first = { title: 'New inquiry R-1', body: 'Ada · Firm', silent: false, renotify: true }
  await expect.poll(shown).toEqual([{ ...common, ...first }])
  await push({ ...content, name: null, title: 'Answered by Bo', silent: true })
  const second = { title: 'Answered by Bo', body: 'Firm', silent: true, renotify: false }
  await expect.poll(shown).toEqual([
    { ...common, ...first },
    { ...common, ...second },
  ])
})
