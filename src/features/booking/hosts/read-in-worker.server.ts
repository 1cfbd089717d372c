import { findProgram } from '#server/sandbox/find-program.ts'
import { runInWorker } from '#server/sandbox/run-in-worker.ts'
import { SandboxError } from '#server/sandbox/sandbox-limits.ts'
import type { CalendarTask, ReadCalendar } from './read-calendar.ts'

const maxCpuMs = 3_000

const program = findProgram(import.meta.url, 'ics-worker.server.ts')

/** Reads an untrusted calendar in its own thread, with limits on time and memory. */
export function readInWorker(task: CalendarTask): Promise<ReadCalendar> {
  return runInWorker<CalendarTask, ReadCalendar>(program, task, maxCpuMs).catch(
    (error: unknown) => {
      if (error instanceof SandboxError) return { error: 'too_large' }
      throw error
    },
  )
}
