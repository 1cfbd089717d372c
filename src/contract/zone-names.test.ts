import { afterEach, expect, test, vi } from 'vitest'
import { browserZone, isTimeZone } from './zone-names.ts'

afterEach(() => vi.restoreAllMocks())

test.each(['Europe/Berlin', 'UTC', 'EST5EDT', 'US/Pacific', 'Asia/Kolkata', 'GMT'])(
  '%s is a time zone',
  (name) => expect(isTimeZone(name)).toBe(true),
)

test.each([undefined, 'Etc/Unknown', 'US/Pacific-New', 'SystemV/PST8', '+01:00', 'PST'])(
  'a browser in the zone %s counts as in UTC',
  (timeZone) => {
    const actual = new Intl.DateTimeFormat().resolvedOptions()
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...actual,
      timeZone: timeZone as string,
    })
    expect(browserZone()).toBe('UTC')
  },
)
