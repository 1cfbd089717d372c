import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { WebSocket } from 'ws'
import { type Endpoint, methodAndPath } from '../../../contract/endpoint.ts'
import type { Config } from '../../../server/config.ts'
import type { Dependencies } from '../../../server/context.ts'
import { inquiries as inquiryTable } from '../../../server/database/schema.ts'
import { type TrialResult, tryMail } from '../../../server/mail/trial.ts'
import { checkAddress, checkHeader } from '../../../server/security/self-check-token.ts'
import { socketPath } from '../../chat/protocol/constants.ts'
import { type ClientFrameInput, ServerFrame } from '../../chat/protocol/protocol.ts'
import { inquiries } from '../../leads/contact/contract.ts'
import { selfCheck } from './contract.ts'

/** More than one packet, but negligible. */
export const checkFileBytes = 64 * 1024

const timeoutMs = 10_000

/** TEST-NET-1 (RFC 5737), so that no visitor's rate limits are affected. */
const testAddress = '192.0.2.1'

/** The message is shown to staff and must not contain secrets. */
export class StepFailed extends Error {}

export type Listener = { url: string; headers: Record<string, string> }

/** URL of this process's own listener, and headers as of a browser, through a proxy if configured. */
export function listenerOf({ host, port, publicUrl, trustProxy }: Config, token: string): Listener {
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return {
    url: `http://${own.includes(':') ? `[${own}]` : own}:${port}`,
    headers: {
      origin: publicUrl,
      [checkHeader]: token,
      ...(trustProxy.length > 0 && { 'x-forwarded-for': testAddress }),
    },
  }
}

async function request({ url, headers }: Listener, endpoint: Endpoint, init: RequestInit = {}) {
  const { method, path } = methodAndPath(endpoint)
  let answer: Response
  try {
    answer = await fetch(`${url}/api${path}`, {
      ...init,
      method,
      headers: { ...headers, ...init.headers },
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    throw new StepFailed(late ? 'no answer within 10 seconds' : 'the server could not be reached')
  }
  if (answer.status !== (endpoint.status ?? 200)) {
    await answer.body?.cancel()
    throw new StepFailed(`answered with ${answer.status}`)
  }
  return answer
}

export async function tryForm(listener: Listener, { db }: Dependencies, runId: string) {
  const answer = await request(listener, inquiries.create, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Self-check',
      email: checkAddress,
      message: `Nightly check ${runId}`,
      filledInMs: 9_000,
    }),
  })
  const { id } = inquiries.create.output.parse(await answer.json())
  const [stored] = await db
    .select({ message: inquiryTable.message })
    .from(inquiryTable)
    .where(eq(inquiryTable.id, id))
  if (!stored?.message.endsWith(runId)) throw new StepFailed('the message was not stored')
}

/** An error thrown in a listener would end the process. */
function readFrame(text: string): ServerFrame | undefined {
  try {
    return ServerFrame.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export async function tryChat(listener: Listener): Promise<void> {
  const { [checkHeader]: token = '', ...headers } = listener.headers
  const socket = new WebSocket(`${listener.url.replace('http', 'ws')}${socketPath}`, { headers })
  const settled = Promise.withResolvers<void>()
  const fail = (reason: string) => settled.reject(new StepFailed(reason))
  const send = (frame: ClientFrameInput) => socket.send(JSON.stringify(frame))
  const clientMessageId = randomUUID()
  const tooLate = setTimeout(() => fail('no acknowledgement within 10 seconds'), timeoutMs)
  socket.on('error', () => fail('the socket could not be opened'))
  socket.on('close', () => fail('the socket was closed'))
  socket.on('unexpected-response', (_, { statusCode }) => {
    fail(`the socket was refused with ${statusCode}`)
  })
  socket.on('open', () => {
    const visitorInfo = { name: 'Self-check', email: checkAddress }
    send({ type: 'visitor_join', visitorInfo, visitorId: token })
  })
  socket.on('message', (data) => {
    const frame = readFrame(data.toString())
    if (!frame) fail('the server spoke another language')
    else if (frame.type === 'session_created') {
      const { sessionId } = frame
      send({ type: 'send_message', sessionId, content: 'Nightly check', clientMessageId })
    } else if (frame.type === 'new_message' && frame.message.clientMessageId === clientMessageId) {
      settled.resolve()
    } else if (frame.type === 'error') fail(`refused as ${frame.code}`)
  })
  try {
    await settled.promise
  } finally {
    clearTimeout(tooLate)
    socket.terminate()
  }
}

export async function tryFile(listener: Listener): Promise<void> {
  const bytes = randomBytes(checkFileBytes)
  const body = new FormData()
  body.append('document', new Blob([bytes]), 'self-check.bin')
  await request(listener, selfCheck.upload, { body })
  const answer = await request(listener, selfCheck.download)
  const returned = Buffer.from(await answer.arrayBuffer())
  if (!returned.equals(bytes)) throw new StepFailed('other bytes came back')
}

const refusals: Record<Exclude<TrialResult['step'], 'none'>, string> = {
  connection: 'the mail server could not be reached',
  login: 'the mail server refused the login',
  sender: 'the mail server refused MAIL_FROM',
  recipient: 'the mail server refused the first address of MAIL_TO',
}

/** A refusal for now of the recipient is no failure: mail to it waits. */
export async function tryMailServer(mail: NonNullable<Config['mail']>): Promise<void> {
  const result = await tryMail(mail, timeoutMs)
  if (result.step === 'none') return
  const { step, status, code } = result
  if (step === 'recipient' && status && status < 500) return
  throw new StepFailed(`${refusals[step]} (${status ?? code})`)
}
