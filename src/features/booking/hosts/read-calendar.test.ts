import { expect, test } from 'vitest'
import { readCalendar } from './read-calendar.ts'
import { readInWorker } from './read-in-worker.server.ts'

const from = Date.parse('2026-03-01T00:00:00Z')
const task = {
  zone: 'America/New_York',
  from,
  to: Date.parse('2026-04-01T00:00:00Z'),
  email: 'ana@firm.test',
  ownHost: 'firm.test',
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
      'DTSTART;TZID=America/New_York:20260302T090000',
      'DURATION:PT30M',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'EXDATE;TZID=America/New_York:20260302T090000',
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
      'BEGIN:VFREEBUSY',
      'UID:f',
      'DTSTAMP:20260101T000000Z',
      `FREEBUSY;FBTYPE=${type}:20260310T090000Z/20260310T100000Z`,
      'END:VFREEBUSY',
    ].join('\r\n')
  expect(busy(period('FREE'))).toEqual([])
  expect(busy(period('BUSY-TENTATIVE'))).toEqual(hour)
})

const at = (day: string, hour = '09:00', end = '10:00') =>
  `2026-03-${day}T${hour}/2026-03-${day}T${end}`
const on = (...days: string[]) => days.map((day) => at(day))
const nine = (date: string) => [`DTSTART:${date}T090000Z`, `DTEND:${date}T100000Z`]
const rid = (date: string, ...more: string[]) => [`RECURRENCE-ID:${date}T090000Z`, ...more]
const weekly = [...utc, 'RRULE:FREQ=WEEKLY;COUNT=3']

test.each<[string, string[], string[]]>([
  [
    'occurrences without their series',
    [eventOf(rid('20260310', ...utc)), eventOf(rid('20260317', ...nine('20260317')))],
    on('10', '17'),
  ],
  ['two events of one UID', [eventOf(utc), eventOf(nine('20260311'))], on('10', '11')],
  [
    'a change before its series',
    [eventOf(rid('20260317', ...nine('20260318'))), eventOf(weekly)],
    on('10', '18', '24'),
  ],
  [
    'a cancelled occurrence',
    [eventOf(weekly), eventOf(rid('20260317', ...nine('20260317'), 'STATUS:CANCELLED'))],
    on('10', '24'),
  ],
  [
    'more dates, of which one has an end of its own and one is a day',
    [
      eventOf([
        ...utc,
        'RDATE:20260312T090000Z,20260313T090000Z',
        'RDATE;VALUE=PERIOD:20260316T090000Z/20260316T093000Z,20260317T090000Z/PT2H',
      ]),
    ],
    [...on('10', '12', '13'), at('16', '09:00', '09:30'), at('17', '09:00', '11:00')],
  ],
  [
    'a change of all later occurrences, and of one of them',
    [
      eventOf([...utc, 'RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=TU,TH']),
      eventOf([
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20260312T090000Z',
        'DTSTART:20260312T110000Z',
        'DTEND:20260312T113000Z',
      ]),
      eventOf(rid('20260317', ...nine('20260318'))),
    ],
    [at('10'), at('12', '11:00', '11:30'), at('18'), at('19', '11:00', '11:30')],
  ],
  [
    'later occurrences moved across a clock change, on the wall clock',
    [
      eventOf([
        'DTSTART;TZID=Europe/Berlin:20260316T100000',
        'DURATION:PT1H',
        'RRULE:FREQ=WEEKLY;COUNT=3',
      ]),
      eventOf([
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20260323T090000Z',
        'DTSTART;TZID=Europe/Berlin:20260322T100000',
        'DURATION:PT1H',
      ]),
    ],
    [at('16'), at('22'), at('29', '08:00', '09:00')],
  ],
  [
    'later occurrences that were cancelled',
    [
      eventOf(weekly),
      eventOf(['RECURRENCE-ID;RANGE=THISANDFUTURE:20260317T090000Z', ...utc, 'STATUS:CANCELLED']),
    ],
    on('10'),
  ],
  [
    'an end at hour 24',
    [eventOf(['DTSTART:20260310T230000Z', 'DTEND:20260310T240000Z'])],
    ['2026-03-10T23:00/2026-03-11T00:00'],
  ],
  [
    'a start at hour 24',
    [eventOf(['DTSTART:20260309T240000Z', 'DURATION:PT1H'])],
    [at('10', '00:00', '01:00')],
  ],
  [
    'a series of which its first date is no part',
    [eventOf([...utc, 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=2'])],
    on('10', '11', '18'),
  ],
  [
    'a series until a day',
    [eventOf([...utc, 'RRULE:FREQ=DAILY;UNTIL=20260312'])],
    on('10', '11', '12'),
  ],
  [
    'days until a moment that is midnight of their zone',
    [eventOf(['DTSTART;VALUE=DATE:20260310', 'RRULE:FREQ=DAILY;UNTIL=20260312T040000Z'])],
    ['2026-03-10T04:00/2026-03-13T04:00'],
  ],
  [
    'an exception in a zone of its own, one by its day, and one that is none',
    [
      eventOf([
        ...utc,
        'RRULE:FREQ=DAILY;COUNT=5',
        'EXDATE:20260311T080000Z,20260312T080000Z',
        'EXDATE;TZID=Europe/Berlin:20260311T100000',
        'EXDATE;VALUE=DATE:20260313',
      ]),
    ],
    on('10', '12', '14'),
  ],
  [
    'a night of eight hours across a clock change',
    [eventOf(['DTSTART;TZID=Europe/Berlin:20260328T220000', 'DURATION:PT8H'])],
    ['2026-03-28T21:00/2026-03-29T05:00'],
  ],
])('%s', (_what, events, expected) => {
  expect(busy(...events)).toEqual(expected)
})

test('each calendar of a file counts, with zones of its own, whatever its lines end with', () => {
  const zone = (offset: string) =>
    [
      'BEGIN:VTIMEZONE',
      'TZID:Office',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      `TZOFFSETFROM:${offset}`,
      `TZOFFSETTO:${offset}`,
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n')
  const local = eventOf(['DTSTART;TZID=Office:20260310T090000', 'DURATION:PT1H'])
  const text = calendarOf(zone('+0200'), local) + calendarOf(local, zone('-0200'))
  const folded = text.replaceAll('DTSTART', 'DTST\r\n ART')
  for (const end of ['\r\n', '\n', '\r']) {
    const read = readCalendar({ ...task, text: folded.replaceAll('\r\n', end) })
    const spans = 'spans' in read ? read.spans : []
    expect(spans.map(({ opens }) => minute(opens))).toEqual([
      '2026-03-10T07:00',
      '2026-03-10T11:00',
    ])
  }
})

const ownZone = [
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
].join('\r\n')

test.each([
  ['"W. Europe"', ownZone],
  ['W. Europe Standard Time', ''],
  ['Europe/Berlin', ''],
  ['/freeassociation.sourceforge.net/Europe/Berlin', ''],
  ['/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', ''],
  ['/citadel.org/20210210_1/Europe/Berlin', ''],
  ['tzone://calendar.test/Europe/Berlin', ''],
  ['Europe/Berlin', 'BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nEND:VTIMEZONE'],
  // The zone's definition does not cover the time before its first change.
  ['Office', ownZone.replace('W. Europe', 'Office').replaceAll('1601', '2026')],
  // The file’s own definition wins over a zone of the same name elsewhere.
  ['America/New_York', ownZone.replace('W. Europe', 'America/New_York')],
])('%s is a zone, on both sides of a clock change', (zone, defined) => {
  const weekend = eventOf([
    `DTSTART;TZID=${zone}:20260328T100000`,
    `DTEND;TZID=${zone}:20260328T110000`,
    'RRULE:FREQ=DAILY;COUNT=2',
  ])
  expect(busy(weekend, ...(defined ? [defined] : []))).toEqual([
    at('28'),
    at('29', '08:00', '09:00'),
  ])
})

test.each<[string, string[], unknown]>([
  ['a rule that is empty', [...utc, 'RRULE:'], on('10')],
  ['an event without a beginning', ['SUMMARY:note'], []],
  ['a beginning that is no time', ['DTSTART:soon'], []],
  ['half a beginning', ['DTSTART:20260310T09'], ['2026-03-09T00:00/2026-03-12T00:00']],
  ['a day that is not called one', ['DTSTART:20260310'], ['2026-03-10T04:00/2026-03-11T04:00']],
  [
    'an end that is no time',
    [nine('20260310')[0] ?? '', 'DTEND:late'],
    ['2026-03-10T09:00/2026-03-11T09:00'],
  ],
  [
    'an end before the beginning',
    [...utc.slice(0, 1), 'DTEND:20260310T080000Z'],
    ['2026-03-10T09:00/2026-03-11T09:00'],
  ],
  [
    'a rule that is none, which may mean any day',
    ['DTSTART:20260329T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=FORTNIGHTLY'],
    on('29', '30', '31'),
  ],
  [
    'a rule that contradicts itself',
    ['DTSTART:20260330T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYMONTHDAY=3'],
    on('30', '31'),
  ],
  ['a rule in small letters', [...utc, 'RRULE:freq=weekly;count=2'], on('10', '17')],
  ['a date that is none beside one', [...utc, 'RDATE:soon,20260312T090000Z'], on('10', '12')],
  ['a line that is none', [...utc, 'ATTENDEE;CN="x', 'nonsense'], on('10')],
])('%s takes its own time, and the rest of the calendar counts', (_what, lines, expected) => {
  expect(busy(eventOf(lines), eventOf(nine('20260305'), 'b'))).toEqual([
    ...on('05'),
    ...(expected as string[]),
  ])
})

test('events that are over are no size, those to come are', () => {
  const many = (start: string[]) => Array.from({ length: 6_000 }, (_, n) => eventOf(start, `e${n}`))
  const over = many(nine('20120105'))
  expect(busy(...over, eventOf(utc))).toEqual(hour)
  expect(busy(...many(utc))).toBe('too_large')
  const hourly = ['DTSTART:20150101T090000Z', 'DURATION:PT1M', 'RRULE:FREQ=HOURLY;INTERVAL=5']
  expect(busy(eventOf(hourly))).toHaveLength(149)
  const minutes = ['DTSTART:20100101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=MINUTELY']
  expect(busy(eventOf(minutes))).toBe('too_large')
})

test('what is no calendar, and what is too large, is never free', async () => {
  expect(readCalendar({ ...task, text: '<html>' })).toEqual({ error: 'not_a_calendar' })
  const broken = calendarOf(eventOf(utc)).replace('END:VCALENDAR', '')
  expect(readCalendar({ ...task, text: broken })).toEqual({ error: 'not_a_calendar' })
  expect(busy(eventOf([...utc, 'RRULE:FREQ=SECONDLY']))).toBe('too_large')
  const read = await readInWorker({ ...task, text: calendarOf(eventOf(utc)) })
  expect('spans' in read && read.spans).toHaveLength(1)
  const endless = eventOf([`DTSTART${';A=B'.repeat(1_250_000)}:20260310T090000Z`])
  expect(await readInWorker({ ...task, text: calendarOf(endless) })).toEqual({ error: 'too_large' })
})
