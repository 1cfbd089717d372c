import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'

const escapedForSlack = z.string().regex(/^([^&<>]|&(amp|lt|gt);)+$/)

/** The bodies that each vendor documents. Others are refused with 400. */
const shapes: Record<string, z.ZodType> = {
  slack: z.strictObject({
    text: escapedForSlack,
    blocks: z.tuple([
      z.strictObject({
        type: z.literal('section'),
        text: z.strictObject({ type: z.literal('plain_text'), text: escapedForSlack.max(3000) }),
      }),
      z.strictObject({
        type: z.literal('section'),
        text: z.strictObject({ type: z.literal('mrkdwn'), text: z.string().regex(/^<[^<>]+>$/) }),
      }),
    ]),
  }),
  teams: z.strictObject({
    type: z.literal('message'),
    attachments: z.tuple([
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null(),
        content: z.strictObject({
          $schema: z.string(),
          type: z.literal('AdaptiveCard'),
          version: z.literal('1.4'),
          body: z.array(
            z.strictObject({
              type: z.literal('RichTextBlock'),
              inlines: z.tuple([
                z.strictObject({
                  type: z.literal('TextRun'),
                  text: z.string().min(1),
                  weight: z.enum(['Bolder', 'Default']),
                }),
              ]),
            }),
          ),
          actions: z.array(z.looseObject({ type: z.literal('Action.OpenUrl'), url: z.url() })),
        }),
      }),
    ]),
  }),
  discord: z.strictObject({
    content: z.string().min(1).max(2000),
    allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
    flags: z.literal(4),
  }),
  ntfy: z.strictObject({
    topic: z.literal('team'),
    title: z.string().max(250),
    message: z.string().min(1),
    click: z.url(),
    priority: z.number().int().min(1).max(5),
  }),
}

/** Services that only accept a message in the form that they document. */
export type ChannelStandIn = AsyncDisposable & {
  host: string
  received: { kind: string; body: string; authorization: string | undefined }[]
  answer: () => { status: number; body?: string; headers?: Record<string, string> }
}

export async function openChannelStandIn(): Promise<ChannelStandIn> {
  const server = createServer(async (request, response) => {
    const kind = request.url?.split('/')[1] ?? ''
    const body = (await buffer(request)).toString()
    const isJson = request.headers['content-type'] === 'application/json'
    const fits = isJson && shapes[kind]?.safeParse(JSON.parse(body)).success
    const { status, body: words = 'ok\nmore', headers } = receiver.answer()
    if (fits && status < 300) {
      receiver.received.push({ kind, body, authorization: request.headers.authorization })
    }
    response.writeHead(fits ? status : 400, headers).end(fits ? words : 'invalid_payload')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const receiver: ChannelStandIn = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: () => ({ status: 200 }),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return receiver
}
