import { z } from 'zod'
import { ids, requiredLine, Time } from '#contract/fields.ts'
import { done, nothing } from '#contract/results.ts'

const Device = z.object({
  id: z.string(),
  device: z.string(),
  host: z.string().describe('Of the push service'),
  createdAt: Time,
  lastOkAt: Time.nullable(),
})

const badKeys = 'Not the keys of a subscription'

export const pushSchemas = {
  key: {
    summary: 'The public key that browsers subscribe with (VAPID).',
    input: nothing,
    output: z.object({ key: z.string() }),
  },
  list: {
    summary: 'Your devices that get notifications, newest first.',
    input: nothing,
    output: z.object({ subscriptions: z.array(Device) }),
  },
  subscribe: {
    summary: 'Adds this device; a subscription of another user moves to you. At most 10.',
    input: z.object({
      endpoint: requiredLine(2_048, 'Endpoint is required').describe('A public https address'),
      keys: z.object({
        p256dh: z.string().regex(/^B[\w-]{86}$/, badKeys),
        auth: z.string().regex(/^[\w-]{22}$/, badKeys),
      }),
      device: requiredLine(100, 'Name the device'),
    }),
    output: Device,
  },
  unsubscribe: { summary: 'Removes a device of yours.', input: ids, output: done },
  test: {
    summary: 'Sends a notification to your devices; three in ten minutes.',
    input: nothing,
    output: z.object({ delivered: z.number(), failed: z.number() }),
  },
}
