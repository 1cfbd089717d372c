import { call, type Output } from '#contract/endpoint.ts'
import { internalMessage } from '#contract/failure.ts'
import { type SentInquiry, trackInquiry } from '#web/analytics/track.ts'
import { sentenceOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { inquiries, type NewInquiry } from '../contract.ts'
import { type ContactProblems, fieldsOf } from './contact-values.ts'

/** The answer to a public form, from its page's `action` or, in the browser, its `clientAction`. */
export type FormAnswer<V> = {
  values: V
  sent?: Output<typeof inquiries.create>
  problems?: ContactProblems
  failure?: string
}

/** A failure says on the server what the browser is told of it. */
export function refusalOf<V>(
  values: V,
  error: unknown,
  failure = sentenceOf(error, internalMessage),
): FormAnswer<V> {
  return { values, problems: fieldsOf(error), failure }
}

export async function sendInquiry(
  { signal }: Request,
  inquiry: NewInquiry,
  idempotencyKey: string,
  tracked: SentInquiry,
) {
  const input = { ...inquiry, filledInMs: Math.round(performance.now()) }
  const sent = await call(browser, inquiries.create, input, { idempotencyKey, signal })
  trackInquiry(tracked)
  return sent
}
