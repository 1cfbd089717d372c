import type { APIRequestContext, Page } from '@playwright/test'
import type { RunningProduct } from '#test/harness/product.ts'
import { test as base, expect, startWithMail } from './fixtures.ts'

/** A separate product, so that the leads of other tests are not in its lists. */
export const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      await using product = await startWithMail()
      await use(product)
    },
    { scope: 'worker' },
  ],
})

let sent = 0

type Sender = { request: APIRequestContext }

/** Sends the contact form as a visitor. @returns the id of the inquiry. */
export async function arrive({ request }: Sender, lead: Record<string, unknown>): Promise<string> {
  sent += 1
  const answer = await request.post('/api/contact', {
    headers: { 'x-forwarded-for': `203.0.113.${sent % 250}` },
    data: { email: 'ada@northfold.example', message: '4,000 slips a week.', ...lead },
  })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

export const answers = {
  phone: '+1 555 0101',
  jobTitle: 'Head of operations',
  projectType: 'process-automation',
  projectDescription: 'Read the slips and file them.',
  currentChallenges: 'Typing errors.',
  goals: 'Half the time.',
  timeline: '1-3-months',
  budget: '10k-25k',
  servicesInterested: ['Document Processing', 'Data Analysis & Insights', 'Custom AI Solutions'],
  hasExistingAI: true,
  teamSize: '11-50',
  urgency: 'high',
  preferredContactMethod: 'video',
  additionalNotes: 'Call after nine.',
}

/** Sends a consultation request with every question answered. */
export function askForConsultation(page: Page, lead: Record<string, unknown>): Promise<string> {
  return arrive(page, { service: 'consultation', consultationData: answers, ...lead })
}

export function toastWith(page: Page, text: string) {
  return page.locator('.toast').filter({ hasText: text })
}
