import { z } from 'zod'
import { contract, nothing } from '../../../contract/endpoint.ts'
import { Time } from '../../../contract/fields.ts'

/** `since` is null when unknown. */
const AttentionLine = z.object({
  id: z.enum([
    ...(['mail_failing', 'mail_undelivered', 'intake_failing', 'channel_off'] as const),
    'settings_unreadable',
  ]),
  text: z.string(),
  since: Time.nullable(),
})

const Attention = z.object({
  nobodyTold: z.boolean().describe('Whether no way to notify staff of a new request works'),
  lines: z.array(AttentionLine),
})

export const attention = contract('attention', {
  show: {
    call: 'GET /admin/attention',
    access: 'agent',
    summary:
      'List problems that prevent notification of new requests; for owners also settings that cannot be read.',
    input: nothing,
    output: Attention,
  },
})
