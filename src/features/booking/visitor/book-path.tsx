import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { availability } from '../availability/contract.ts'

const slug = 'consultation'

/** The page that books the call of a consultation; empty while nobody takes such calls. */
export async function readBookPath(): Promise<string> {
  const { open } = await call(browser, availability.show, { slug })
  return open ? `/book/${slug}` : ''
}
