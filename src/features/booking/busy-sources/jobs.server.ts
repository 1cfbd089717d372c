import type { Job } from '#server/jobs/jobs.ts'
import { askNow, refreshCalendars } from './asking.server.ts'
import { watchCalendars } from './watching.server.ts'

/** Of other calendars of hosts. */
export const busySourceJobs: readonly Job[] = [askNow, refreshCalendars, watchCalendars]
