import { expect, type Page } from '@playwright/test'
import { Client } from 'pg'
import { findOwnServer } from '#server/own-postgres/server.ts'
import { ownerPassword, type RunningProduct } from '#test/harness/product.ts'

const headers = { 'sec-fetch-site': 'same-origin' }

async function send<T>(page: Page, method: string, path: string, data: object): Promise<T> {
  const answer = await page.request.fetch(`/api${path}`, { method, data, headers })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return (await answer.json()) as T
}

const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' }))

/** Makes the signed-in owner take calls at every hour. @returns the owner's id */
export async function takeCalls(page: Page): Promise<string> {
  // Signing in again would end the session of pending requests.
  const isSignedIn = (await page.request.get('/api/auth/me')).ok()
  const owner = { username: 'admin', password: ownerPassword }
  if (!isSignedIn) await send(page, 'POST', '/auth/login', owner)
  const { userId } = await send<{ userId: string }>(page, 'PUT', '/admin/hosts/me', {
    active: true,
    zone: 'UTC',
    weekly: always,
  })
  return userId
}

let booked = 0

type Booked = { id: string; start: string; inquiryId: string }

/** Books a call for somebody. By default it is days ahead, and each call has its own hour. */
export async function bookCall(
  page: Page,
  hostId: string,
  { name = 'Ada Okafor', ...more }: Record<string, unknown> & { name?: string } = {},
): Promise<Booked> {
  booked += 1
  const start = new Date(Date.now() + 48 * 3_600_000 + booked * 3_600_000).toISOString()
  return send(page, 'POST', '/admin/bookings', {
    type: 'consultation',
    hostId,
    start,
    zone: 'Asia/Kathmandu',
    name,
    contact: 'video',
    email: `${booked}@northfold.example`,
    company: 'Northfold',
    ...more,
  })
}

/** Books a call through the API, as an external program does. */
export async function bookAsProgram(page: Page, name: string): Promise<void> {
  const wanted = { type: 'consultation', zone: 'UTC' }
  const answer = await page.request.get('/api/slots?type=consultation&zone=UTC')
  const { days } = (await answer.json()) as { days: { slots: { start: string }[] }[] }
  const start = days[1]?.slots[booked++ % 20]?.start
  const { holdToken } = await send<{ holdToken: string }>(page, 'POST', '/holds', {
    ...wanted,
    start,
  })
  await send(page, 'POST', '/bookings', {
    holdToken,
    name,
    email: 'bot@spam.example',
    contact: 'video',
    zone: 'UTC',
    website: 'http://spam.example',
  })
}

/** Moves a call to two hours ago, as if time had passed. */
export async function letPass({ dataDir }: RunningProduct, id: string): Promise<void> {
  const client = new Client({ connectionString: findOwnServer(dataDir) })
  await client.connect()
  await client.query(
    `update bookings set starts_at = now() - interval '2 hours',
      ends_at = now() - interval '90 minutes' where id = $1`,
    [id],
  )
  await client.end()
}
