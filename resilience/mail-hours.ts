import type { Report } from '../bench/report.ts'
import { checkAgainstOracle } from '../test/business-hours-oracle.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']

/** Business minutes beside a second clock, around every clock change of five years. */
export function businessMinutes(report: Report, isShort: boolean): void {
  const plan = isShort ? { days: 1, schedules: 1 } : { days: 2, schedules: 6 }
  const { windows, moments, differences } = checkAgainstOracle({
    ...{ zones, years: [2026, 2030], seed: isShort ? 2 : 3, ...plan },
  })
  report(
    differences.length === 0 && windows === 40,
    `business minutes beside luxon, minute by minute: ${zones.length} zones, ${windows} windows around every clock ` +
      `change 2026–2030, ${plan.schedules} random schedules each, ${moments} minutes: ${differences.length} differences` +
      (differences.length > 0 ? ` (${differences[0]})` : ''),
  )
}
