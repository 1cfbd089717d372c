import { brand } from '../../../brand.ts'

const hourMs = 3_600_000

/** 'Sat, Nov 21, 12:04 PM': a moment in the browser's locale and zone. */
export function spokenMoment(moment: Date): string {
  return moment.toLocaleString([], {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** When at the latest a person answers what was received at that moment. */
export function spokenReplyTime(receivedAt: Date): string {
  return spokenMoment(new Date(receivedAt.getTime() + brand.replyWithinHours * hourMs))
}
