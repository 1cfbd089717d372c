import { brand } from '../../../brand.ts'

const hourMs = 3_600_000

/** 'Sat, Nov 21, 12:04 PM', in the browser's locale and zone. */
export function spokenMoment(moment: Date): string {
  return moment.toLocaleString([], {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

export function spokenReplyTime(receivedAt: Date): string {
  return spokenMoment(new Date(receivedAt.getTime() + brand.replyWithinHours * hourMs))
}
