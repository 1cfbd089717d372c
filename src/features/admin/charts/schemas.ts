import { z } from 'zod'
import { isTimeZone } from '#contract/zone-names.ts'

const badZone = 'Not a known time zone'

const Count = z.int().nonnegative()

/** A calendar week in the viewer's time zone, Monday to Sunday. */
export const Week = z.object({
  /** Monday of the week, `YYYY-MM-DD`. */
  start: z.string(),
  inquiries: Count,
  /** Replies to leads that the product saw itself: by mail, in the chat or as a booking. */
  replies: Count,
  /** Median hours between the start of their deadlines and these replies. */
  replyHours: z.number().nonnegative().nullable(),
  /** Whether their median reply came after its due time. */
  isLate: z.boolean(),
  /** Median hours of replies that staff recorded by hand. */
  statedHours: z.number().nonnegative().nullable(),
})
export type Week = z.output<typeof Week>

export const Series = z.object({
  /** Twelve weeks, the current one last. */
  weeks: z.array(Week),
  /** Consultation requests by current status. */
  funnel: z.object({
    new: Count,
    contacted: Count,
    qualified: Count,
    converted: Count,
    closed: Count,
  }),
  /** Number of open deadlines of leads that are past due. */
  overdue: Count,
})
export type Series = z.output<typeof Series>

export const chartsSchemas = {
  series: {
    summary: 'Data for the overview charts, without quarantined messages and waived deadlines.',
    input: z.object({
      timeZone: z
        .string()
        .max(64, badZone)
        .refine(isTimeZone, badZone)
        .meta({
          description: 'IANA name; weeks begin on its Mondays',
          examples: ['Europe/Berlin'],
        }),
    }),
    output: Series,
  },
}
