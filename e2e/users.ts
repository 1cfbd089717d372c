import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Role } from '#contract/endpoint.ts'
import { ownerPassword } from '#test/harness/product.ts'

export type Credentials = { username: string; password: string }

async function post(
  request: APIRequestContext,
  baseURL: string | undefined,
  path: string,
  data: object,
): Promise<{ link?: string }> {
  const answer = await request.post(`/api/${path}`, { data, headers: { origin: baseURL ?? '' } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as { link?: string }
}

/** Invites a new user as the owner, without a browser. */
export async function newInvitation(
  request: APIRequestContext,
  baseURL: string | undefined,
  role: Role,
): Promise<{ username: string; link: string }> {
  const username = `${role}-${randomUUID().slice(0, 8)}`
  await post(request, baseURL, 'auth/login', { username: 'admin', password: ownerPassword })
  const { link = '' } = await post(request, baseURL, 'admin/users', { username, role })
  return { username, link }
}

/** Creates an account by accepting an invitation. */
export async function newUser(
  request: APIRequestContext,
  baseURL: string | undefined,
  role: Role,
): Promise<Credentials> {
  const { username, link } = await newInvitation(request, baseURL, role)
  const account = { username, password: 'seven quiet harbour lamps' }
  const token = link.slice(link.indexOf('#') + 1)
  await post(request, baseURL, 'invitations/accept', { token, password: account.password })
  return account
}

/** Fills in the first step of the sign-in. */
export async function giveCredentials(
  page: Page,
  { username, password }: Credentials,
): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Signs in without the form. */
export async function signInAs(request: APIRequestContext, account: Credentials): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await request.post('/api/auth/login', { data: account, headers })
  expect(answer.status()).toBe(200)
}

/** A page in a separate context, as on another machine, signed in without the form. */
export async function signedInElsewhere(
  context: BrowserContext,
  account: Credentials,
  to = '/admin',
): Promise<Page> {
  const page = await context.newPage()
  await signInAs(context.request, account)
  await page.goto(to)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

/** Waits, because a form submitted too soon after the page was opened looks like spam. */
export async function slowAsAPerson(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.now() > 600)
}

/** Sends the contact form. @returns the id of the inquiry. */
export async function write(
  request: APIRequestContext,
  name: string,
  service: string,
): Promise<string> {
  const message = `Written ${crypto.randomUUID()}`
  const data = { name, email: 'ivo@example.com', service, message }
  const answer = await request.post('/api/contact', { data })
  expect(answer.status()).toBe(201)
  return (await answer.json()).id
}
