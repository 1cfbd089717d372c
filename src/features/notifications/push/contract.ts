import { z } from 'zod'
import { contract, done, nothing } from '../../../contract/endpoint.ts'
import { ids, requiredLine, Time } from '../../../contract/fields.ts'

const Device = z.object({
  id: z.string(),
  device: z.string(),
  host: z.string().describe('Of the push service'),
  createdAt: Time,
  lastOkAt: Time.nullable(),
})

const badKeys = 'Not the keys of a subscription'

export const push = contract('push', {
  key: {
    call: 'GET /admin/push/key',
    access: 'agent',
    summary: 'The public key that browsers subscribe with (VAPID).',
    input: nothing,
    output: z.object({ key: z.string() }),
  },
  list: {
    call: 'GET /admin/push/subscriptions',
    access: 'agent',
    summary: 'Your devices that get notifications, newest first.',
    input: nothing,
    output: z.object({ subscriptions: z.array(Device) }),
  },
  subscribe: {
    call: 'POST /admin/push/subscriptions',
    access: 'agent',
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
    status: 201,
  },
  unsubscribe: {
    call: 'DELETE /admin/push/subscriptions/:id',
    access: 'agent',
    summary: 'Removes a device of yours.',
    input: ids,
    output: done,
  },
  test: {
    call: 'POST /admin/push/test',
    access: 'agent',
    summary: 'Sends a notification to your devices; three in ten minutes.',
    input: nothing,
    output: z.object({ delivered: z.number(), failed: z.number() }),
  },
})
