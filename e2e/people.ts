import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Role } from '../src/contract/endpoint.ts'
import { ownerPassword } from '../test/product.ts'

export type Account = { username: string; password: string }

/** Makes somebody who has joined, through the owner's invitation, without a browser. */
export async function newAccount(
  request: APIRequestContext,
  baseURL: string | undefined,
  role: Role,
): Promise<Account> {
  const account = {
    username: `${role}-${randomUUID().slice(0, 8)}`,
    password: 'seven quiet harbour lamps',
  }
  const post = async (path: string, data: object) => {
    const answer = await request.post(`/api/${path}`, { data, headers: { origin: baseURL ?? '' } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as { link?: string }
  }
  await post('auth/login', { username: 'admin', password: ownerPassword })
  const { link = '' } = await post('admin/users', { username: account.username, role })
  const token = link.slice(link.indexOf('#') + 1)
  await post('invitations/accept', { token, password: account.password })
  return account
}

/** Fills in the first step of the sign-in. */
export async function giveCredentials(page: Page, { username, password }: Account): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A page of its own, signed in, as on another machine. */
export async function signedInElsewhere(context: BrowserContext, account: Account): Promise<Page> {
  const page = await context.newPage()
  await giveCredentials(page, account)
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  return page
}
