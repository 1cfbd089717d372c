import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import type { BusinessHours } from '#contract/business-hours.ts'
import { projectRoot } from '#server/project-root.ts'
import { dueBrieflyInFirmZone, dueInFirmZone, inFirmZone } from './firm-time.ts'
import { replyDue, replyPromise } from './reply-due.ts'

const contact = { replyWithinHours: 24 }

const hoursOf = (timeZone: string, days: number[], holidays: string[] = []): BusinessHours => {
  const week = days.map((day) => ({ day, opens: '09:00', closes: '17:00' }))
  const closed = { name: 'Closed', yearly: false, chat: [], office: [] }
  return {
    timeZone,
    zoneLabel: 'local time',
    schedules: { chat: { label: 'Chat', week }, office: { label: 'Office', week } },
    holidays: holidays.map((date) => ({ ...closed, date })),
  }
}

const mondayToFriday = [1, 2, 3, 4, 5]
const everyDay = [...mondayToFriday, 6, 7]

const due = (hours: BusinessHours, sent: string) =>
  dueInFirmZone(hours, replyDue({ contact, hours }, new Date(sent)))

test.each([
  ['on Friday evening', '2026-11-21T03:00:00Z', 'Monday, November 23, 2026 at 7:00 PM'],
  ['on a weekend', '2026-11-28T20:00:00Z', 'the end of Monday, November 30'],
  ['at midnight', '2026-11-24T08:00:00Z', 'the end of Tuesday, November 24'],
  ['a minute after midnight', '2026-11-24T08:01:00Z', 'Wednesday, November 25, 2026 at 12:01 AM'],
  ['on a working day', '2026-11-24T17:04:00Z', 'Wednesday, November 25, 2026 at 9:04 AM'],
])('what comes %s is due as people say it', (_, sent, words) => {
  expect(due({ ...brand.hours, holidays: [] }, sent)).toBe(`${words} Pacific`)
})

test('a holiday and a change of the clock move the due time, and its words follow', () => {
  const closed = hoursOf('America/Los_Angeles', mondayToFriday, ['2026-11-26'])
  expect(due(closed, '2026-11-26T18:00:00Z')).toBe('the end of Friday, November 27 local time')
  const berlin = hoursOf('Europe/Berlin', everyDay)
  expect(due(berlin, '2026-10-24T12:00:00Z')).toBe('Sunday, October 25, 2026 at 1:00 PM local time')
  expect(due(berlin, '2026-10-23T22:00:00Z')).toBe('the end of Saturday, October 24 local time')
  // In Havana the clock goes from Saturday's midnight to 1 AM.
  const havana = hoursOf('America/Havana', everyDay)
  expect(due(havana, '2026-03-07T05:00:00Z')).toBe('the end of Saturday, March 7 local time')
})

test('the midnight of one zone is a time of day in another', () => {
  const at = new Date('2026-12-01T08:00:00Z')
  const utc = { timeZone: 'UTC', zoneLabel: 'UTC' }
  expect(dueBrieflyInFirmZone(brand.hours, at)).toBe('the end of Monday, November 30 Pacific')
  expect(dueBrieflyInFirmZone(utc, at)).toBe('Tue, Dec 1, 8:00 AM UTC')
  expect(inFirmZone(brand.hours, at)).toBe('Tuesday, December 1, 2026 at 12:00 AM Pacific')
})

test('a promise that holds at any time names working days where some days are none', () => {
  const promise = (hours: BusinessHours) => replyPromise({ contact, hours })
  expect(promise(brand.hours)).toBe('24 hours on working days')
  expect(promise(hoursOf('UTC', everyDay, ['2026-12-25']))).toBe('24 hours on working days')
  expect(promise(hoursOf('UTC', everyDay))).toBe('24 hours')
  expect(promise(hoursOf('UTC', []))).toBe('24 hours')
})

test('no other place computes or words when a reply is due', () => {
  const elsewhere = globSync('src/**/*.{ts,tsx}', { cwd: projectRoot }).flatMap((path) => {
    if (/\.test\.tsx?$|business-hours\/(due-words|firm-time|reply-due|reply-time)\.ts$/.test(path))
      return []
    const source = readFileSync(new URL(path, projectRoot), 'utf8')
    const found = [
      // This finds literal wordings of the promise.
      ...source.matchAll(/(?:within|by|in) (?:24|twenty-four) hours\b|24[ -](?:h|hour) promise/gi),
      ...source.matchAll(/within (?:one|1|a) (?:working|business) day\b/gi),
      ...source.matchAll(/\bthe end of \$\{/g),
      // This finds due times formatted like other moments.
      ...source.matchAll(
        /\b(?:formatMoment|dateTime|inFirmZone|brieflyInFirmZone|momentWords)\([^()]*\b(?:dueAt|replyBy)\b/g,
      ),
      ...source.matchAll(/\baddWorkingHours\(/g),
      ...source.matchAll(/hoursInWords\([\w.()]*replyWithinHours\b/g),
    ]
    return found.map(([text]) => `${path}: ${text}`)
  })
  expect(elsewhere.toSorted()).toEqual([
    // The definition of the function.
    'src/features/content/business-hours/business-minutes.ts: addWorkingHours(',
    // Literal texts of the consultation dialog.
    'src/features/leads/consultation-form/consultation-received.tsx: hoursInWords(replyWithinHours',
    'src/features/leads/consultation-form/next-steps.tsx: hoursInWords(replyWithinHours',
    // How long an idempotency key is valid.
    'src/server/http/openapi.ts: within 24 hours',
  ])
})
