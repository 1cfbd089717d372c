import type { Job } from '#server/jobs/jobs.ts'
import { askNow, refreshCalendars } from './refresh-calendars.server.ts'
import { watchCalendars } from './watch-calendars.server.ts'

export const busySourceJobs: readonly Job[] = [askNow, refreshCalendars, watchCalendars]
