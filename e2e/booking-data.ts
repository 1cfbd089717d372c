import { expect, type Page } from '@playwright/test'

/** Creates a host, time off and a meeting type, with each text as long as `word`. */
export async function fillBooking(page: Page, word: string): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await page.request[method](`/api${path}`, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  const { revision } = await (await page.request.get('/api/account/profile')).json()
  await send('put', '/account/profile', { revision, displayName: word })
  await send('put', '/admin/hosts/me', { active: true, meetingLink: `https://n.example/${word}` })
  const times = { startsAt: '2098-12-24T09:00:00Z', endsAt: '2098-12-27T17:00:00Z' }
  await send('post', '/admin/hosts/me/time-off', { ...times, note: word })
  const { userId } = await (await page.request.get('/api/admin/hosts/me')).json()
  const type = { slug: 'long', title: word, description: word, hosts: [userId] }
  await send('post', '/admin/meeting-types', type)
}

export const ownHours = (page: Page) =>
  page.getByRole('radio', { name: /^Own hours/ }).check({ timeout: 30_000 })
