import { expect, test } from 'vitest'
import { readCalendar } from './read-calendar.ts'
import { readInThread } from './reading.server.ts'

const from = Date.parse('2026-03-01T00:00:00Z')
const task = {
  ...{ zone: 'America/New_York', from, to: Date.parse('2026-04-01T00:00:00Z') },
  ...{ email: 'ana@firm.test', ownHost: 'firm.test' },
}

const eventOf = (lines: string[], uid = 'a') =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')

const calendarOf = (...parts: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${parts.join('\r\n')}\r\nEND:VCALENDAR\r\n`

const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16)

function busy(...parts: string[]): string[] | string {
  const read = readCalendar({ ...task, text: calendarOf(...parts) })
  if ('error' in read) return read.error
  return read.spans.map(({ opens, closes }) => `${minute(opens)}/${minute(closes)}`)
}

const utc = ['DTSTART:20260310T090000Z', 'DTEND:20260310T100000Z']
const hour = ['2026-03-10T09:00/2026-03-10T10:00']

test.each([
  ['an event', utc, hour],
  ['a tentative one', [...utc, 'STATUS:TENTATIVE'], hour],
  ['a transparent one', [...utc, 'TRANSP:TRANSPARENT'], []],
  ['a cancelled one', [...utc, 'STATUS:CANCELLED'], []],
  ['one the host declined', [...utc, 'ATTENDEE;PARTSTAT=DECLINED:mailto:Ana@firm.test'], []],
  ['one somebody else declined', [...utc, 'ATTENDEE;PARTSTAT=DECLINED:mailto:b@firm.test'], hour],
  [
    'a day, in the host’s zone',
    ['DTSTART;VALUE=DATE:20260308', 'DTEND;VALUE=DATE:20260309'],
    ['2026-03-08T05:00/2026-03-09T04:00'],
  ],
  [
    'a time without a zone',
    ['DTSTART:20260310T090000', 'DTEND:20260310T100000'],
    ['2026-03-10T13:00/2026-03-10T14:00'],
  ],
  [
    'a time of an unknown zone, with a day on either side',
    ['DTSTART;TZID=Mars/Olympus:20260310T090000', 'DTEND;TZID=Mars/Olympus:20260310T100000'],
    [expect.stringMatching(/^2026-03-09T.*\/2026-03-11T/)],
  ],
  [
    'a week across a clock change, less one day',
    [
      ...['DTSTART;TZID=America/New_York:20260302T090000', 'DURATION:PT30M'],
      ...['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;TZID=America/New_York:20260302T090000'],
    ],
    ['2026-03-09T13:00/2026-03-09T13:30', '2026-03-16T13:00/2026-03-16T13:30'],
  ],
  ['nothing outside the range', ['DTSTART:20260501T090000Z', 'DTEND:20260501T100000Z'], []],
])('%s', (_what, lines, expected) => {
  expect(busy(eventOf(lines))).toEqual(expected)
})

test('our own invitations and free periods block nothing, busy periods do', () => {
  expect(busy(eventOf(utc, '0190a0b0-0000-7000-8000-000000000001@firm.test'))).toEqual([])
  const period = (type: string) =>
    [
      ...['BEGIN:VFREEBUSY', 'UID:f', 'DTSTAMP:20260101T000000Z'],
      ...[`FREEBUSY;FBTYPE=${type}:20260310T090000Z/20260310T100000Z`, 'END:VFREEBUSY'],
    ].join('\r\n')
  expect(busy(period('FREE'))).toEqual([])
  expect(busy(period('BUSY-TENTATIVE'))).toEqual(hour)
})

test('what is no calendar, and what is too large, is never free', async () => {
  expect(readCalendar({ ...task, text: '<html>' })).toEqual({ error: 'not_a_calendar' })
  expect(busy(eventOf(['DTSTART:soon']))).toBe('not_a_calendar')
  expect(busy(eventOf([...utc, 'RRULE:FREQ=SECONDLY']))).toBe('too_large')
  const many = Array.from({ length: 5_001 }, (_, index) => eventOf(utc, `e${index}`))
  expect(busy(...many)).toBe('too_large')
  const read = await readInThread({ ...task, text: calendarOf(eventOf(utc)) })
  expect('spans' in read && read.spans).toHaveLength(1)
})
