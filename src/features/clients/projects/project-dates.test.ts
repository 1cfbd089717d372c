import { expect, test } from 'vitest'
import { isOver, milestonesOf } from './project-dates.ts'

test('a day is over when the next one begins in UTC', () => {
  const day = '2026-03-10T00:00:00.000Z'
  expect(isOver(day, new Date('2026-03-10T23:59:59.999Z'))).toBe(false)
  expect(isOver(day, new Date('2026-03-11T00:00:00.000Z'))).toBe(true)
  expect(isOver('2026-03-10T23:30:00.000Z', new Date('2026-03-11T00:00:00.000Z'))).toBe(true)
})

test('a project is created, started when it has a start, due or completed when it has an end', () => {
  const project = { createdAt: '2026-01-01T10:00:00.000Z', startDate: null, endDate: null }
  const now = new Date('2026-03-10T12:00:00.000Z')
  const titles = (more: Partial<typeof project> | { startDate: string } | { endDate: string }) =>
    milestonesOf({ ...project, ...more }, now).steps.map(({ title }) => title)
  expect(titles({})).toEqual(['Project Created'])
  expect(titles({ startDate: '2030-01-01T00:00:00.000Z' })).toEqual([
    'Project Created',
    'Project Started',
  ])
  const today = { endDate: '2026-03-10T00:00:00.000Z' }
  expect(titles(today)).toEqual(['Project Created'])
  expect(milestonesOf({ ...project, ...today }, now).due).toBe(today.endDate)
  expect(titles({ endDate: '2026-03-09T00:00:00.000Z' })).toEqual([
    'Project Created',
    'Project Completed',
  ])
})
