import { expect, type Page } from '@playwright/test'
import { bookingHosts } from '#features/booking/hosts/contract.ts'
import type { RunningProduct } from '#test/harness/product.ts'
import { ownerOf } from '#test/harness/site-owner.ts'
import { test as base, startWithMail } from './fixtures.ts'

const headers = { 'sec-fetch-site': 'same-origin' }

const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' }))

/** Makes the owner take calls at every hour. */
async function openBooking({ url }: RunningProduct): Promise<void> {
  const owner = await ownerOf({ url }, url)
  await owner.call(bookingHosts.save, { userId: 'me', active: true, zone: 'UTC', weekly: always })
}

/** A separate product whose owner takes calls. */
export const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      await using product = await startWithMail()
      await openBooking(product)
      await use(product)
    },
    { scope: 'worker' },
  ],
})

/** A separate day for each test, so that tests do not take each other's times. */
export function dayAfter(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

export type Booked = { path: string; start: string }

/** Books a call without the screens. */
export async function bookCall(page: Page, origin: string, days: number): Promise<Booked> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`${origin}/api${path}`, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return await answer.json()
  }
  const start = `${dayAfter(days)}T10:00:00.000Z`
  const zone = 'Europe/Berlin'
  const { holdToken } = await post('/holds', { type: 'consultation', start, zone })
  const email = `ada${days}@northfold.example`
  const about = { name: 'Ada Okafor', email, contact: 'video', filledInMs: 9000 }
  const { meetingUrl } = await post('/bookings', { ...about, holdToken, zone })
  return { path: new URL(meetingUrl).pathname, start }
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const berlin = 'zone=Europe/Berlin'
export const timesOf = (days: number) => `/book/consultation?${berlin}&from=${dayAfter(days)}`

/** The button of a time, on a day that no other test uses. */
export const timeOf = (page: Page, time: string) =>
  page.getByRole('button', { name: new RegExp(`^${time}\\b`) })
