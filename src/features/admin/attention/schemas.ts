import { z } from 'zod'
import { Time } from '#contract/fields.ts'
import { nothing } from '#contract/results.ts'

/** `since` is null if unknown. */
const AttentionLine = z.object({
  id: z.enum([
    'mail_failing',
    'mail_undelivered',
    'intake_failing',
    'channel_off',
    'backup_failed',
    'receipts_pending',
    'settings_unreadable',
  ] as const),
  text: z.string(),
  since: Time.nullable(),
})

const Attention = z.object({
  nobodyNotified: z.boolean().describe('Whether no way to notify staff of a new request works'),
  lines: z.array(AttentionLine),
})

export const attentionSchemas = {
  show: {
    summary:
      'List problems that prevent notification of new requests; for admins also backups that fail and receipts that wait, for owners settings that cannot be read.',
    input: nothing,
    output: Attention,
  },
}
