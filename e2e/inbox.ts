import type { APIRequestContext, Page } from '@playwright/test'
import { ownerPassword } from '../test/product.ts'
import { answers } from './leads.ts'

export const surname = () => crypto.randomUUID().slice(0, 8)

export const asks = { service: 'consultation', consultationData: answers }

const headers = { 'sec-fetch-site': 'same-origin' }

/** Ends what other tests left waiting. */
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

/** Milliseconds of two frames after the key `j`, in the page; the median of fifteen. */
export async function medianFrames(): Promise<number> {
  const times: number[] = []
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (let n = 0; n < 15; n++) {
    const began = performance.now()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
    await frame()
    await frame()
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[7] ?? 0
}
