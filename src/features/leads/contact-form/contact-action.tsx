import { data, type RouterContextProvider, redirect } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { type Failure, isFailure } from '#contract/failure.ts'
import { transportContext } from '#web/api/prefetch.ts'
import { inquiries, type NewInquiry } from '../contract.ts'
import { type ContactValues, problemsOf, readContact } from './contact-values.ts'
import { type FormAnswer, refusalOf } from './send-inquiry.tsx'

type Sent = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * Pages are cached for all visitors, so a form has no idempotency key of its own. This key is the
 * same all day for the same content, so resending by Back or a double click creates one message.
 */
async function dayKeyOf(inquiry: NewInquiry): Promise<string> {
  const day = new Date().toISOString().slice(0, 10)
  const bytes = new TextEncoder().encode(JSON.stringify([day, inquiry]))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `page:${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Replaces the token in the response to a repeat, whose sender is not given the secret address. */
export const repeatToken = 'repeated'

/**
 * Stores a submission made without JavaScript.
 *
 * @returns the refusal to show, or a redirect to the thank-you page, so that a reload does not send
 * again.
 */
export async function storeInquiry<A>(
  { context }: Pick<Sent, 'context'>,
  inquiry: NewInquiry,
  refused: (failure: Failure) => A,
) {
  try {
    const idempotencyKey = await dayKeyOf(inquiry)
    const transport = context.get(transportContext)
    const sent = await call(transport, inquiries.create, inquiry, { idempotencyKey })
    const page = sent.requestUrl ? new URL(sent.requestUrl).pathname : `/requests/${repeatToken}`
    return redirect(`${page}/sent`, 303)
  } catch (error) {
    if (!isFailure(error)) throw error
    const { status, retryAfter } = error
    const headers = new Headers(retryAfter ? { 'retry-after': String(retryAfter) } : undefined)
    return data(refused(error), { status, headers })
  }
}

export async function handleContact({ request, context }: Sent) {
  const values = readContact(await request.formData())
  const problems = problemsOf(values)
  if (Object.keys(problems).length > 0) {
    return data<FormAnswer<ContactValues>>({ values, problems }, { status: 400 })
  }
  return storeInquiry({ context }, values, (error) => refusalOf(values, error, error.message))
}
