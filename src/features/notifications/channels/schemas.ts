import { z } from 'zod'
import { ids, requiredLine, Time } from '#contract/fields.ts'
import { done, nothing } from '#contract/results.ts'
import { channelKinds, notificationEvents } from '#contract/vocabulary.ts'

const kind = z.enum(channelKinds, { error: `Use one of ${channelKinds.join(', ')}` })
const events = z
  .array(z.enum(notificationEvents, { error: 'There’s no such event' }))
  .min(1, 'Choose at least one event')
  .max(notificationEvents.length)
  .transform((all) => [...new Set(all)])

/** A channel without its address and secret. */
const Channel = z.object({
  id: z.string(),
  kind: z.enum(channelKinds),
  name: z.string(),
  host: z.string(),
  topic: z.string().nullable(),
  hasSecret: z.boolean(),
  events: z.array(z.string()),
  showNames: z.boolean(),
  active: z.boolean(),
  lastStatus: z.number().nullable().describe('HTTP status of the last delivery'),
  failingSince: Time.nullable(),
  updatedAt: Time,
})

const topic = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'Use up to 64 letters, digits, _ and -')
  .nullish()
const secret = z
  .string()
  .regex(/^[!-~]{1,500}$/, 'Use at most 500 characters without spaces')
  .nullish()
const url = requiredLine(2_000, 'Address is required').describe('A public https address')

const fields = {
  name: requiredLine(80, 'Name is required'),
  topic: topic.describe('Of ntfy, required there'),
  secret: secret.describe('Access token of ntfy'),
  events,
  showNames: z.boolean().describe('Whether messages name visitors'),
}

export const channelsSchemas = {
  list: {
    summary: 'Channels to which events are sent, by name.',
    input: nothing,
    output: z.object({
      channels: z.array(Channel),
      offered: z.array(z.enum(notificationEvents)).describe('Events that can occur here'),
    }),
  },
  create: {
    summary: 'Adds a channel; at most 20.',
    input: z.object({ kind, ...fields, url }),
    output: Channel,
  },
  update: {
    summary: 'Changes a channel; address and secret stay when they are left out.',
    input: ids.extend({
      kind,
      ...fields,
      url: url.optional(),
      active: z.boolean().optional(),
    }),
    output: Channel,
  },
  remove: { summary: 'Removes a channel.', input: ids, output: done },
  test: {
    summary: 'Sends a test message.',
    input: ids,
    output: z.object({
      status: z.number().nullable().describe('Null without an answer'),
      line: z.string().describe('First line of the answer, or what failed'),
    }),
  },
}
