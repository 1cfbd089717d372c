import type { Job } from '#server/jobs/jobs.ts'
import { compareEvents } from './compare-events.server.ts'
import { readCallMeet, writeCallEvent } from './event-job.server.ts'

export const eventJobs: readonly Job[] = [writeCallEvent, readCallMeet, compareEvents]
