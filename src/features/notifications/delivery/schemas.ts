import { z } from 'zod'
import { Id, Time } from '#contract/fields.ts'
import { page, paging } from '#contract/pagination.ts'
import { notificationEvents } from '#contract/vocabulary.ts'

const Notification = z.object({
  id: z.string(),
  event: z.enum(notificationEvents),
  title: z.string(),
  url: z.string().describe('Path in the back-office'),
  createdAt: Time,
  readAt: Time.nullable(),
})

const unread = z.number().int().describe('At most 100')

export const notificationsSchemas = {
  list: {
    summary: 'Your notifications, newest first.',
    input: z.object(paging),
    output: page(Notification).extend({ unread }),
  },
  read: {
    summary: 'Marks notifications of yours as read, or all of them.',
    input: z.object({ ids: z.array(Id).max(100).optional().describe('All if absent') }),
    output: z.object({ unread }),
  },
}
