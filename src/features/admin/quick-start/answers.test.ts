import { expect, test } from 'vitest'
import { SiteSettings } from '#contract/settings/document.ts'
import { defaultSettings } from '#features/content/site-settings/defaults.ts'
import { problemsOf } from '#features/content/site-settings/problems.ts'
import { type Answers, emptyAnswers, requiredAnswers, sectionsOf } from './answers.ts'

const usual = defaultSettings()
const answers: Answers = {
  ...emptyAnswers('Europe/Berlin'),
  ...{ name: 'Nordlicht', tagline: 'Work that flows', about: 'We are Nordlicht.' },
  ...{ email: 'hi@nordlicht.test', primary: '#2e5d7d' },
}

test('the answers make settings that can be published without demo content', () => {
  const settings = SiteSettings.parse({ ...usual, ...sectionsOf(answers, usual) })
  const surroundings = {
    ...{ paths: new Set<string>(), shown: new Set<string>(), media: new Set<string>() },
    hardInDark: new Set<string>(),
    demoLegal: [],
    defaults: usual,
    now: new Date('2026-11-23T12:00:00Z'),
  }
  const blocked = problemsOf(settings, surroundings)
    .filter(({ level }) => level === 'blocker')
    // Which pages exist, the test does not say.
    .filter(({ message }) => !message.startsWith('There’s no page'))
  expect(blocked).toEqual([])
  const { notice: _, ...demo } = settings.demo
  expect(demo).toEqual({ showDemoContent: false })
  expect(settings.hours).toMatchObject({ timeZone: 'Europe/Berlin', zoneLabel: 'Central European' })
})

test('nothing names the firm before', () => {
  const { firm, about, contact, footer } = { ...usual, ...sectionsOf(answers, usual) }
  const texts = JSON.stringify([firm.name, firm.legalName, about, contact, footer])
  expect(texts).not.toContain(usual.firm.name)
  expect(texts).not.toContain(usual.contact.email)
})

test('text and backgrounds take the hue of the main colour, unless it is grey', () => {
  const looked = (more: Partial<Answers>) => sectionsOf({ ...answers, ...more }, usual).appearance
  expect(looked({ primary: '#b3261e' })).toMatchObject({ primary: '#b3261e', inkHue: 29 })
  expect(looked({ primary: '#b3261e', tints: false })).toMatchObject({ inkHue: null })
  expect(looked({ primary: '#808080' })).toMatchObject({ primary: '#808080', inkHue: null })
  const own = { ...usual, appearance: { ...usual.appearance, inkHue: 250 } }
  expect(sectionsOf({ ...answers, tints: false }, own).appearance).toMatchObject({ inkHue: 250 })
})

test('the year of the demonstration goes, one of the firm itself stays', () => {
  expect(usual.firm.founded).not.toBeNull()
  expect(sectionsOf(answers, usual).firm).toMatchObject({ founded: null })
  const own = { ...usual, demo: { ...usual.demo, showDemoContent: false } }
  expect(sectionsOf(answers, own).firm).toMatchObject({ founded: usual.firm.founded })
})

test('a screen that is skipped changes nothing', () => {
  const skipped = { ...answers, skipped: ['firm', 'reach', 'live'] as const }
  const sections = sectionsOf({ ...skipped, skipped: [...skipped.skipped] }, usual)
  expect(Object.keys(sections)).toEqual(['appearance'])
})

test('a screen whose required answers are missing changes nothing', () => {
  const empty = emptyAnswers('UTC')
  expect(Object.keys(sectionsOf(empty, usual))).toEqual(['demo'])
  const partly = { ...answers, about: ' ', primary: null }
  expect(sectionsOf(partly, usual)).not.toHaveProperty('firm')
  expect(sectionsOf({ ...answers, timeZone: 'UTC' }, usual).hours).toMatchObject({
    zoneLabel: 'UTC',
  })
})

test('a logo replaces the one before, with what belongs to it', () => {
  const [before, after] = [crypto.randomUUID(), crypto.randomUUID()]
  const own = { ...usual.appearance, logoId: before, logoDarkId: before }
  const now = { ...usual, appearance: own }
  expect(sectionsOf({ ...answers, logoId: after, primary: null }, now).appearance).toEqual({
    ...{ ...own, logoId: after, logoDarkId: null },
  })
  expect(sectionsOf({ ...answers, logoId: before, primary: null }, now)).not.toHaveProperty(
    'appearance',
  )
})

test('at most 20 fields, of which 4 are required', () => {
  const { skipped: _, ...fields } = answers
  expect(Object.keys(fields).length).toBeLessThanOrEqual(20)
  expect(Object.values(requiredAnswers).flat()).toHaveLength(4)
})
