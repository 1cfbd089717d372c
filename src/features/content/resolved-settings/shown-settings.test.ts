import { expect, test } from 'vitest'
import type { SiteSettings } from '#contract/settings/document.ts'
import { siteContent } from '#site-content.ts'
import { upcomingHolidays } from '../business-hours/upcoming-holidays.ts'
import { defaultSettings } from './defaults.ts'
import { effectiveSettings } from './effective-settings.ts'
import { isAnnounced, shownSettings } from './shown-settings.ts'

const usual = defaultSettings()
const link = (id: string, target: string | null) => ({ id, label: id, target })

function shown(showDemoContent: boolean, changes: Partial<SiteSettings> = {}, asked?: string[]) {
  const settings = { ...usual, ...changes, demo: { ...usual.demo, showDemoContent } }
  return shownSettings(effectiveSettings({})(settings), (path) => {
    asked?.push(path)
    return path !== '/pages/demo'
  })
}

test('without demo content its figures, and what still is the default contact, are not shown', () => {
  const [figure, ...others] = usual.statistics.items
  if (!figure) throw new Error('no figure')
  const stated = { ...figure, status: 'stated' as const, source: 'Audit', asOf: '2026-10-31' }
  const statistics = { ...usual.statistics, items: [stated, ...others] }
  expect(shown(true, { statistics }).statistics.items).toHaveLength(6)
  expect(shown(true).contact).toMatchObject({ phone: usual.contact.phone })
  const own = shown(false, { statistics })
  expect(own.statistics.items).toEqual([stated])
  expect(own.contact).toMatchObject({ phone: null, address: null, email: usual.contact.email })
  const moved = { ...usual.contact, phone: '+49 30 1', address: null }
  expect(shown(false, { contact: moved }).contact).toMatchObject({ phone: '+49 30 1' })
  const about = { paragraphs: ['Call {firm.phone}.'] }
  expect(shown(false, { about }).about.paragraphs).toEqual(['Call .'])
})

test('entries of the footer that lead nowhere are left out, and columns without entries', () => {
  const footer: SiteSettings['footer'] = {
    columns: [
      { heading: 'A', links: [link('a', '/#about'), link('b', null), link('c', '/pages/demo')] },
      { heading: 'B', links: [link('d', null)] },
    ],
    social: [{ ...link('e', null), network: 'github' }],
  }
  const asked: string[] = []
  expect(shown(false, { footer }, asked).footer).toEqual({
    columns: [{ heading: 'A', links: [link('a', '/#about')] }],
    social: [],
  })
  expect(asked).toEqual(['/pages/demo'])
  const demo = shown(true, { footer }).footer
  expect(demo.columns.map(({ links }) => links.map(({ id }) => id))).toEqual([['a', 'b'], ['d']])
})

const announced = (changes: Partial<SiteSettings['announcement']>) => ({
  ...usual,
  announcement: { ...usual.announcement, enabled: true, text: 'We move', ...changes },
})
const [eight, nine, ten] = [8, 9, 10].map(
  (hour) => `2026-12-01T${hour < 10 ? 0 : ''}${hour}:00:00.000Z`,
)

test('an announcement shows from its start until just before its end', () => {
  const at = (moment = '') =>
    isAnnounced(announced({ startsAt: eight, endsAt: ten }), new Date(moment))
  expect([at('2026-12-01T07:59:59.999Z'), at(eight), at(nine), at(ten)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  const always = (changes: object) => isAnnounced(announced(changes), new Date())
  expect([always({}), always({ enabled: false }), always({ text: '' })]).toEqual([
    true,
    false,
    false,
  ])
})

test('pages end at midnight of the firm, or when an announcement begins or ends', () => {
  const document = announced({ startsAt: eight, endsAt: ten })
  const content = { settings: () => ({ number: 1, document }), resolved: () => document }
  const endOf = (moment: string, nextChange?: number) => {
    const site = siteContent(
      content as never,
      () => true,
      nextChange ? () => nextChange : undefined,
    )
    return new Date(site.endOf(new Date(moment))).toISOString()
  }
  expect(endOf('2026-12-01T07:00:00Z')).toBe('2026-12-01T08:00:00.000Z')
  expect(endOf('2026-12-01T07:30:00Z', Date.parse('2026-12-01T07:45:00Z'))).toBe(
    '2026-12-01T07:45:00.000Z',
  )
  expect(endOf('2026-12-01T08:00:00Z')).toBe('2026-12-01T10:00:00.000Z')
  expect(endOf('2026-12-01T10:00:00Z')).toBe('2026-12-02T08:00:00.000Z')
  // Daylight saving in the Pacific zone ends on November 1, 2026.
  expect(endOf('2026-11-01T08:00:00Z')).toBe('2026-11-02T08:00:00.000Z')
})

test('a page carries the holidays of the days ahead, with the dates on which they fall', () => {
  const holiday = (date: string, yearly = false) => ({
    date,
    yearly,
    name: date,
    chat: [],
    office: [],
  })
  const holidays = [holiday('2020-12-25', true), holiday('2026-11-22'), holiday('2027-01-23')]
  const hours = { ...usual.hours, holidays }
  const dates = (days: number) =>
    upcomingHolidays(hours, new Date('2026-11-23T20:00:00Z'), days).map(({ date }) => date)
  expect(dates(60)).toEqual(['2026-12-25'])
  expect(dates(61)).toEqual(['2026-12-25', '2027-01-23'])
})
