import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const dialogOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Request Free Consultation' })
export const received = (page: Page) =>
  page.getByRole('dialog', { name: 'Consultation Request Received!' })
export const narrow = { width: 390, height: 844 }

export async function openFromHeader(page: Page): Promise<Locator> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Consultation' }).click()
  await expect(dialogOf(page)).toBeVisible()
  return dialogOf(page)
}

export async function fillRequired(dialog: Locator, name = 'Ada Okafor') {
  await dialog.getByLabel(/^Name/).fill(name)
  await dialog.getByLabel(/^Email/).fill('  ada@northfold.example ')
  await dialog.getByLabel(/^Company/).fill('Northfold Logistics')
  await dialog.getByLabel(/^Project description/).fill('Four thousand slips a week.')
}

/** Responds to every request with success and records it. */
export async function catchRequests(page: Page) {
  const sent: { body: Record<string, unknown>; key: string | undefined }[] = []
  await page.route('**/api/contact', (route) => {
    const request = route.request()
    sent.push({ body: request.postDataJSON(), key: request.headers()['idempotency-key'] })
    return route.fulfill({
      status: 201,
      json: {
        success: true,
        message: 'Thanks',
        id: 'x',
        number: 'R-7K2M-Q4VD',
        requestUrl: '/requests/x',
        replyBy: '2026-11-27T20:00:00.000Z',
      },
    })
  })
  return sent
}

/** Found by role, because assistive technology must still reach toasts beside an open modal. */
export const toasts = (page: Page) =>
  page.getByRole('region', { name: /Notification/ }).getByRole('listitem')

export async function expectToast(page: Page, title: string, description: string) {
  const toast = toasts(page)
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  await expect(toast.getByText(description, { exact: true })).toBeVisible()
}
