import type { AutomationState, PingKind, RunOutcome } from '#contract/vocabulary.ts'
import type { Schedule } from '../register/schedule.ts'
import type { ReadCounts } from './counts.ts'

/** What determines the effect of pings. Times are Unix milliseconds. */
export type Watched = Schedule & {
  id: string
  state: AutomationState
  graceSeconds: number
  currency: string
  lastPingAt: number | null
  lastStartAt: number | null
  lastStartRid: string | null
  startExtended: boolean
  dueAt: number | null
  alertAfter: number | null
  pingCount: number
  minuteAt: number | null
  minuteCount: number
  minuteFailed: boolean
  restoredAt: number | null
  /** The cause of the open incident about the automation's runs. */
  openCause: string | null
}

export type Run = {
  id: string
  automationId: string
  rid: string | null
  startedAt: number | null
  finishedAt: number | null
  dueAt: number | null
  outcome: RunOutcome
  lateMs: number | null
  durationMs: number | null
  exitStatus: number | null
  items: number | null
  humanDecisions: number | null
  errors: number | null
  costMicros: number | null
  currency: string | null
  model: string | null
  note: string | null
  countsProblem: string | null
}

export type PingInput = {
  kind: 'success' | 'start' | 'fail' | 'log'
  at: number
  rid: string | null
  exitStatus: number | null
  /** Set if the body is JSON. */
  read: ReadCounts | undefined
}

/** The counts added to a day. */
export type Tally = {
  expected: number
  onTime: number
  late: number
  missed: number
  unobserved: number
  ok: number
  failed: number
  overrun: number
  items: number
  humanDecisions: number
  errors: number
  costMicros: Record<string, number>
  durationMs: number
  durationCount: number
  repeats: number
  dropped: number
}

export const emptyTally = (): Tally => ({
  expected: 0,
  onTime: 0,
  late: 0,
  missed: 0,
  unobserved: 0,
  ok: 0,
  failed: 0,
  overrun: 0,
  items: 0,
  humanDecisions: 0,
  errors: 0,
  costMicros: {},
  durationMs: 0,
  durationCount: 0,
  repeats: 0,
  dropped: 0,
})

/** The runs that a ping may concern, with functions to change them. */
export type Runs = {
  find(rid: string): Run | undefined
  /** The latest started run that has not ended. */
  running(): Run | undefined
  add(run: Omit<Run, 'id' | 'automationId'>): Run
  changed(run: Run): void
  isSameDay(a: number, b: number): boolean
}

export type PingOutcome = {
  /** Undefined if the ping exceeds the limit per minute and no row is stored. */
  kind: PingKind | undefined
  run?: Run | undefined
  /** The names of rejected values; false if no counts were read. */
  counted: readonly string[] | false
  opens?: boolean
  closes?: boolean
  /** Due times without a success while the automation was down. */
  missed?: { count: number; firstDue: number }
}
