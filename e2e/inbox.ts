import type { APIRequestContext, Page } from '@playwright/test'
import { ownerPassword } from '#test/harness/product.ts'
import { answers } from './leads.ts'

export const surname = () => crypto.randomUUID().slice(0, 8)

export const asks = { service: 'consultation', consultationData: answers }

const headers = { 'sec-fetch-site': 'same-origin' }

/** Resolves everything that other tests left waiting. */
export async function clear(request: APIRequestContext): Promise<void> {
  const data = { username: 'admin', password: ownerPassword }
  await request.post('/api/auth/login', { data, headers })
  for (const view of ['all', 'snoozed']) {
    const { items } = await (await request.get(`/api/admin/inbox?view=${view}&limit=100`)).json()
    for (const { id } of items as { id: string }[]) {
      const data = { reason: 'other' }
      await request.post(`/api/admin/inbox/${id}/waive`, { data, headers })
    }
  }
}

export const rows = (page: Page) =>
  page.getByRole('list', { name: 'Requests' }).getByRole('listitem')
export const current = (page: Page) => page.locator('.inbox-row[aria-current]')
export const pane = (page: Page, name: string) => page.getByRole('article', { name })
