import { z } from 'zod'
import { nothing } from '#contract/results.ts'
import { notificationEvents } from '#contract/vocabulary.ts'
import { isTimeZone } from '#contract/zone-names.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 22:00')

const Preference = z.object({
  event: z.enum(notificationEvents, { error: 'There’s no such event' }),
  push: z.boolean(),
  mail: z.boolean(),
})

const Quiet = z
  .object({
    from: time,
    to: time.describe('On the next day when it is earlier than `from`'),
    days: z
      .array(z.number().int().min(1).max(7))
      .min(1, 'Choose at least one day')
      .max(7)
      .transform((days) => [...new Set(days)].sort())
      .describe('Days on which they begin, Monday = 1'),
    zone: z
      .string()
      .max(100)
      .refine(isTimeZone, 'Use a time zone such as Europe/Berlin')
      .meta({ examples: ['Europe/Berlin'] }),
    overdueBreaks: z.boolean().describe('Whether an overdue answer notifies nevertheless'),
  })
  .refine(({ from, to }) => from !== to, { error: 'Choose two different times', path: ['to'] })

const Preferences = z.object({
  preferences: z.array(Preference),
  quiet: z.object({ ...Quiet.shape, days: z.array(z.number()), zone: z.string() }).nullable(),
})

export const preferencesSchemas = {
  show: {
    summary: 'Your notification settings by event that can occur here, and your quiet hours.',
    input: nothing,
    output: Preferences,
  },
  update: {
    summary: 'Changes the rows and the part that are given.',
    input: z.object({
      preferences: z.array(Preference).max(notificationEvents.length).optional(),
      quiet: Quiet.nullable().optional(),
    }),
    output: Preferences,
  },
}
