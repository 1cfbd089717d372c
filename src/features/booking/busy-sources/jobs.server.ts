import type { Job } from '#server/jobs/jobs.ts'
import { fetchCalendarNow, refreshCalendars } from './refresh-calendars.server.ts'
import { watchCalendars } from './watch-calendars.server.ts'

export const busySourceJobs: readonly Job[] = [fetchCalendarNow, refreshCalendars, watchCalendars]
