import { expect, test } from 'vitest'
import { briefly, inBothZones, inWords, shortly } from './call-times.ts'
import { messageIdOf, readMessageId } from './message-id.ts'

const newYork = 'America/New_York'
const at = new Date('2026-11-24T15:00:00Z')

test('times name day, clock, zone and offset', () => {
  expect(inWords(newYork, at)).toBe(
    'Tuesday, November 24, 2026, 10:00 AM (America/New_York, GMT-5)',
  )
  expect(briefly(newYork, at)).toBe('Tue, Nov 24, 10:00 AM GMT-5')
  expect(briefly(newYork, new Date('2026-07-24T15:00:00Z'))).toBe('Fri, Jul 24, 11:00 AM GMT-4')
  expect(briefly('Asia/Kathmandu', at)).toBe('Tue, Nov 24, 8:45 PM GMT+5:45')
  expect(inWords('UTC', at)).toBe('Tuesday, November 24, 2026, 3:00 PM (UTC, GMT)')
})

test('a day of this week is named without its date, another with it', () => {
  const days = (count: number) => at.getTime() - count * 86_400_000
  expect(shortly(newYork, at, days(5))).toBe('Tue 10:00 AM')
  expect(shortly('Asia/Kathmandu', at, days(0))).toBe('Tue 8:45 PM')
  expect(shortly(newYork, at, days(-5))).toBe('Tue 10:00 AM')
  for (const far of [6, 7, 40])
    expect(shortly(newYork, at, days(far))).toBe('Tue, Nov 24, 10:00 AM')
})

test('the firm’s time follows only where its clocks differ', () => {
  expect(inBothZones('Europe/Berlin', 'Europe/Paris', at)).toBe(inWords('Europe/Berlin', at))
  expect(inBothZones(newYork, 'Europe/Paris', at)).toBe(
    'Tuesday, November 24, 2026, 10:00 AM (America/New_York, GMT-5)\n' +
      'Tuesday, November 24, 2026, 4:00 PM (Europe/Paris, GMT+1)',
  )
})

test('a Message-ID names the call, the mail and the state of the call', () => {
  const named = {
    bookingId: '01996a7e-8c5e-7000-8000-0123456789ab' as const,
    kind: 'host-moved' as const,
    sequence: 12,
  }
  expect(readMessageId(messageIdOf(named, 'firm.test'))).toEqual(named)
  expect(readMessageId('<01996a7e@firm.test>')).toBeUndefined()
})
