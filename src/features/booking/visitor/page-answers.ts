import type { Failure } from '#contract/failure.ts'
import { addDays, closestTo, dateIn } from './times.ts'

/** The status and headers of a page that shows a refusal. */
export function answerOf({ status, retryAfter }: Pick<Failure, 'status' | 'retryAfter'>) {
  const headers = new Headers(retryAfter ? { 'retry-after': String(retryAfter) } : undefined)
  return { status, headers }
}

type Days = { days: { slots: { start: string }[] }[] }

/** Free starts close to one that was taken; empty if they cannot be read. */
export async function closeStarts(
  wanted: string,
  zone: string,
  ask: (asked: { zone: string; from: string }) => Promise<Days>,
): Promise<string[]> {
  try {
    const from = addDays(dateIn(zone || 'UTC', wanted), -1)
    const { days } = await ask({ zone, from })
    return closestTo(
      wanted,
      days.flatMap(({ slots }) => slots.map(({ start }) => start)),
    )
  } catch {
    return []
  }
}
