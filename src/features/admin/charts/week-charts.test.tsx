import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Week } from './contract.ts'
import { ReplyChart } from './week-charts.tsx'
import { isMeasured } from './words.ts'

const week = (at: number, replyHours: number | null, statedHours: number | null = null): Week => ({
  start: `2026-11-0${at + 1}`,
  inquiries: 1,
  replies: replyHours === null ? 0 : 2,
  replyHours,
  statedHours,
  isLate: replyHours === 30,
})
const weeks = [week(0, 3), week(1, null, 8), week(2, 30, 2)]
const draw = (enough: boolean) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ReplyChart weeks={weeks} enough={enough} overdue={1} />
    </MemoryRouter>,
  )

test('medians of seen replies are points and a line, those of stated replies hatched bars', () => {
  const drawn = draw(true)
  expect(drawn.match(/data-value="[^"]+"/g)).toEqual(['data-value="3"', 'data-value="30"'])
  expect(drawn.match(/class="chart-late"/g)).toHaveLength(1)
  expect(drawn.match(/class="chart-stated"/g)).toHaveLength(2)
  expect(drawn.slice(drawn.indexOf('</svg>'))).toContain('Stated by staff')
  expect(drawn).toContain('was late in 1 of 2 weeks. 1 is overdue now')
  expect(drawn).toContain('href="/admin/inbox?view=overdue"')
})

test('under five replies in all weeks nothing is drawn', () => {
  const series = (replies: number) => ({
    weeks: [{ ...week(0, 3), replies }],
    funnel: { new: 0, contacted: 0, qualified: 0, converted: 0, closed: 0 },
    overdue: 0,
  })
  expect([isMeasured(series(4)), isMeasured(series(5))]).toEqual([false, true])
  const drawn = draw(false)
  expect(drawn).toContain('<p>Not enough answers measured yet</p>')
  expect(drawn).not.toMatch(/data-value|chart-stated/)
})

test('no label is on the line, wherever its highest point is; without stated replies nothing is explained', () => {
  for (const hours of [
    [30, 3, 30],
    [3, 30, 1],
    [40, 30, 20],
  ]) {
    const drawn = renderToStaticMarkup(
      <MemoryRouter>
        <ReplyChart weeks={hours.map((one, at) => week(at, one))} enough overdue={0} />
      </MemoryRouter>,
    )
    const numbers = (pattern: RegExp) => [...drawn.matchAll(pattern)].map(([, y]) => Number(y))
    const labels = numbers(/class="chart-value"[^>]* y="([\d.]+)"/g)
    expect(labels.length).toBeGreaterThan(0)
    expect(Math.max(...labels)).toBeLessThan(Math.min(...numbers(/cy="([\d.]+)"/g)) - 10)
    expect(drawn).not.toContain('Stated by staff')
  }
})
