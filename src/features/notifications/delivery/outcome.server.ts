import { fitText } from '#contract/cut-text.ts'
import { Failure } from '#contract/failure.ts'
import { OutboundError } from '#server/outbound/outbound-error.ts'
import { checkOutbound } from '#server/outbound/outbound-guard.ts'
import type { OutboundRequest } from '#server/outbound/outbound-request.ts'
import type { Dependencies } from '#server/service/context.ts'

/** `status` is null without a response; `error` never contains an address. */
export type Outcome = { status: number | null; error: string | null } & (
  | { state: 'delivered' }
  /** The receiver reports that the target is permanently gone. */
  | { state: 'gone' }
  | { state: 'failed' }
  | { state: 'later'; retryAfterSeconds: number }
)

const outboundTimeoutMs = 10_000
const maxBytes = 65_536

/** Failures of the guard that may pass. It would refuse a retry for any other reason. */
const passing = ['unresolved', 'connection', 'timeout']

function secondsOf(retryAfter: string | undefined): number {
  if (!retryAfter) return 0
  const seconds = Number(retryAfter)
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000
  return Math.max(0, Math.ceil(ms / 1000)) || 0
}

/** Posts through the outbound guard. @returns the outcome, and the first line of the response. */
export async function post(
  { config }: Pick<Dependencies, 'config'>,
  address: string,
  request: Pick<OutboundRequest, 'headers' | 'body'>,
): Promise<{ outcome: Outcome; line: string }> {
  try {
    const options = { allow: config.outboundAllow, timeoutMs: outboundTimeoutMs }
    const checked = await checkOutbound(address, options)
    const answer = await checked.request({ method: 'POST', ...request, maxBytes })
    return {
      outcome: outcomeOf(answer.status, answer.headers['retry-after']),
      line: lineOf(answer.body),
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    // The response headers arrived, so the receiver has the message.
    if (error.status !== undefined) return { outcome: outcomeOf(error.status), line: error.message }
    const failed = { status: null, error: error.reason }
    const outcome: Outcome = passing.includes(error.reason)
      ? { ...failed, state: 'later', retryAfterSeconds: 0 }
      : { ...failed, state: 'failed' }
    return { outcome, line: error.message }
  }
}

function outcomeOf(status: number, retryAfter?: string): Outcome {
  if (status >= 200 && status < 300) return { status, error: null, state: 'delivered' }
  const refused = { status, error: `http_${status}` }
  if (status === 404 || status === 410) return { ...refused, state: 'gone' }
  if (status === 429 || status >= 500) {
    return { ...refused, state: 'later', retryAfterSeconds: secondsOf(retryAfter) }
  }
  return { ...refused, state: 'failed' }
}

function lineOf(body: Buffer): string {
  const [line = ''] = body
    .toString('utf8')
    .trim()
    .split(/[\r\n]/)
  return fitText(line.replace(/\p{Cc}/gu, ' '), 200)
}

/** @throws Failure `invalid_input` if the guard would refuse a request to the address. */
export async function assertAddressAllowed(
  { config }: Pick<Dependencies, 'config'>,
  address: string,
  field: string,
): Promise<void> {
  try {
    await checkOutbound(address, { allow: config.outboundAllow, timeoutMs: outboundTimeoutMs })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new Failure('invalid_input', error.message, { fields: { [field]: error.message } })
  }
}
