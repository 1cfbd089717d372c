import type { Page } from '@playwright/test'
import { add } from './client-data.ts'
import { expect, expectAccessible, signIn, test, untilLive } from './fixtures.ts'
import { toastWith } from './leads.ts'

const word = () => crypto.randomUUID().slice(0, 8)

const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label)
const incident = (page: Page) => page.getByRole('region', { name: /^Incident/ })

/** Registers an automation on screen and returns its address as a path. */
async function registerOnScreen(page: Page, name: string, client: string): Promise<string> {
  await page.getByRole('button', { name: 'Add Automation' }).first().click()
  await field(page, 'Name').fill(name)
  await page.getByRole('button', { name: 'Client: Choose a client…' }).click()
  await page.getByRole('combobox', { name: 'Choose a client' }).fill(client)
  await page.getByRole('option', { name: client }).click()
  await page.getByRole('button', { name: 'Add Automation' }).last().click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('Waiting for the first ping.')).toBeVisible()
  return new URL(await page.getByLabel('Call this when it has run').inputValue()).pathname
}

test('a newcomer registers an automation, sees its first ping, and its incident on two screens; it is acknowledged, closed and found by keys', async ({
  page,
  context,
  request,
}) => {
  await signIn(page, '/admin/clients')
  const client = `Northfold ${word()}`
  await add(page, '', { name: client, email: `${word()}@n.example` })
  const name = `Invoices ${word()}`
  await untilLive(page, () => page.goto('/admin/automations'))
  const path = await registerOnScreen(page, name, client)
  await page.getByRole('tab', { name: 'Python' }).click()
  await expect(page.getByRole('region', { name: 'Python code' })).toContainText(path)

  expect((await request.post(path, { data: { items: 12 } })).ok()).toBe(true)
  await expect(page.getByText(/^On time: the next success is due/)).toBeVisible()
  await expect(page.getByRole('img', { name: '1 run: 1 on time' })).toBeVisible()

  const list = await context.newPage()
  await untilLive(list, () => list.goto(`/admin/automations?q=${encodeURIComponent(name)}`))
  const row = list.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Up')
  await request.post(`${path}/fail`, { data: { note: 'The mailbox refused' } })
  await expect(row).toContainText('Down')
  await expect(list.getByRole('link', { name: /^Automations\s*1 open incident/ })).toBeVisible()
  await expect(incident(page)).toContainText('Nobody has acknowledged it.')

  await list.keyboard.press('j')
  await expect(row.getByRole('link', { name })).toBeFocused()
  await list.keyboard.press('a')
  await expect(row).toContainText('acknowledged')
  await expect(incident(page)).toContainText('admin acknowledged it')
  await expect(incident(page).getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)
  await list.keyboard.press('Enter')
  await expect(list.getByRole('heading', { name, level: 1 })).toBeVisible()

  await page.getByRole('region', { name: 'Runs' }).getByRole('button').first().click()
  const run = page.getByRole('dialog')
  await expect(run.getByRole('region', { name: /^Body of ping/ })).toContainText('mailbox refused')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await incident(page).getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Note').fill('Password renewed')
  await page.getByRole('button', { name: 'Close Incident' }).click()
  await expect(toastWith(page, 'Incident closed')).toBeVisible()
  await expect(incident(list)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Earlier incidents' })).toContainText(
    'Password renewed',
  )
})

test('what is paused, changed, moved to a new address and retired is said; a client takes its automations along', async ({
  page,
  request,
}) => {
  await signIn(page, '/admin/clients')
  const client = `Northfold ${word()}`
  const { id } = await add(page, '', { name: client, email: `${word()}@n.example` })
  await page.goto('/admin/automations')
  const name = `Reports ${word()}`
  const path = await registerOnScreen(page, name, client)
  await request.get(path)

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('At set times').click()
  await field(page, 'Cron expression').fill('61 * * * *')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(/^Use five fields/).first()).toBeVisible()
  await field(page, 'Cron expression').fill('0 9 * * 1-5')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastWith(page, 'Automation saved')).toBeVisible()
  await expect(page.getByText(/^0 9 \* \* 1-5/)).toBeVisible()

  await page.getByRole('button', { name: 'Pause…' }).click()
  await page.getByLabel('Pause until').fill('2099-01-01T09:00')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByText(/^Paused: it resumes on/)).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText(/^On time/)).toBeVisible()

  const more = page.getByRole('button', { name: `More for ${name}` })
  await more.click()
  await page.getByRole('menuitem', { name: 'New Address…' }).click()
  await page.getByRole('button', { name: 'Make New Address' }).click()
  await expect(page.getByText(/^The former address works until/)).toBeVisible()

  await page.goto(`/admin/clients/${id}`)
  const card = page.getByRole('region', { name: 'Automations', exact: true })
  await expect(card.getByRole('img', { name: '1 run: 1 on time' })).toBeVisible()
  await page.goto(`/admin/clients?q=${encodeURIComponent(client)}`)
  await page.getByRole('button', { name: `More for ${client}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(
    page.getByText('So will 1 automation: their addresses stop working.', { exact: false }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/admin/automations?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).click()
  await more.click()
  await page.getByRole('menuitem', { name: 'Retire…' }).click()
  await page.getByRole('button', { name: `Retire ${name}` }).click()
  await expect(page.getByText(/^Retired at/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  expect((await request.get(path)).status()).toBe(404)
})
