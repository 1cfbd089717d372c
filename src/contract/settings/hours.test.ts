import { expect, test } from 'vitest'
import { HoursSettings } from './hours.ts'

const monday = (opens: string, closes: string) => ({ day: 1, opens, closes })

function parse(changes: { week?: unknown[]; holidays?: unknown[]; timeZone?: string }) {
  const { week = [], holidays = [], timeZone = 'Europe/Berlin' } = changes
  const schedules = { chat: { label: 'Chat', week }, office: { label: 'Office', week: [] } }
  return HoursSettings.safeParse({ timeZone, zoneLabel: 'Berlin', schedules, holidays })
}

const paths = (changes: Parameters<typeof parse>[0]) =>
  (parse(changes).error?.issues ?? []).map(({ path }) => path.join('.'))

const chat = 'schedules.chat.week'

test('time zones exist and have a name', () => {
  for (const timeZone of ['Europe/Berlin', 'UTC', 'Australia/Lord_Howe']) {
    expect(paths({ timeZone })).toEqual([])
  }
  for (const timeZone of ['Mars/Olympus', '+01:00', '', 'Europe/Berlin; drop', '__proto__']) {
    expect(paths({ timeZone }), timeZone).toEqual(['timeZone'])
  }
})

test('times are in steps of five minutes, and only a closing may be midnight', () => {
  expect(paths({ week: [monday('00:00', '24:00')] })).toEqual([])
  for (const time of ['9:00', '09:03', '25:00', '24:05', '09:60', '', 'noon']) {
    expect(paths({ week: [monday(time, '24:00')] }), time).toEqual([`${chat}.0.opens`])
    expect(paths({ week: [monday('00:00', time)] }), time).toEqual([`${chat}.0.closes`])
  }
  expect(paths({ week: [monday('24:00', '24:00')] })).toEqual([`${chat}.0.opens`])
})

test('intervals close after they open and do not overlap', () => {
  expect(paths({ week: [monday('17:00', '09:00')] })).toEqual([`${chat}.0.opens`])
  expect(paths({ week: [monday('09:00', '09:00')] })).toEqual([`${chat}.0.opens`])
  const overlapping = [monday('12:00', '18:00'), monday('09:00', '12:05')]
  expect(paths({ week: overlapping })).toEqual([`${chat}.0.opens`])
  expect(paths({ week: [monday('12:00', '18:00'), monday('09:00', '12:00')] })).toEqual([])
  const tuesday = { day: 2, opens: '09:00', closes: '17:00' }
  expect(paths({ week: [monday('09:00', '17:00'), tuesday] })).toEqual([])
})

test('a day has at most four intervals', () => {
  const hours = ['08', '10', '12', '14', '16'].map((hour) => monday(`${hour}:00`, `${hour}:30`))
  expect(paths({ week: hours.slice(0, 4) })).toEqual([])
  expect(paths({ week: hours })).toEqual([`${chat}.4.opens`])
})

test('days are numbered from Monday to Sunday', () => {
  for (const day of [0, 8, 1.5]) {
    expect(paths({ week: [{ ...monday('09:00', '17:00'), day }] })).toEqual([`${chat}.0.day`])
  }
})

test('a week is stored in its order, whatever the order sent', () => {
  const week = [
    monday('13:00', '17:00'),
    { ...monday('09:00', '12:00'), day: 2 },
    monday('09:00', '12:00'),
  ]
  expect(parse({ week }).data?.schedules.chat.week).toEqual([week[2], week[0], week[1]])
})

const holiday = (date: string, yearly = false, more: object = {}) => ({
  date,
  name: 'Day',
  yearly,
  chat: [],
  office: [],
  ...more,
})

test('a holiday has a date that exists', () => {
  expect(paths({ holidays: [holiday('2028-02-29', true)] })).toEqual([])
  for (const date of ['2027-02-29', '2026-13-01', '2026-04-31', '12-25', '0000-01-01', '']) {
    expect(paths({ holidays: [holiday(date)] })[0], date).toBe('holidays.0.date')
  }
})

test('one holiday per date, and per month and day of yearly ones', () => {
  const christmas = holiday('2026-12-25')
  expect(paths({ holidays: [christmas, christmas] })).toEqual(['holidays.1.date'])
  const yearly = [holiday('2020-12-25', true), holiday('2021-12-25', true)]
  expect(paths({ holidays: yearly })).toEqual(['holidays.1.date'])
  expect(paths({ holidays: [christmas, holiday('2020-12-25', true)] })).toEqual([])
})

test('intervals of a holiday follow the same rules, and 200 holidays are the most', () => {
  const inverted = holiday('2026-12-24', false, { office: [{ opens: '14:00', closes: '09:00' }] })
  expect(paths({ holidays: [inverted] })).toEqual(['holidays.0.office.0.opens'])
  const days = Array.from({ length: 201 }, (_, index) =>
    holiday(new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)),
  )
  expect(paths({ holidays: days.slice(1) })).toEqual([])
  expect(paths({ holidays: days })).toEqual(['holidays'])
})
