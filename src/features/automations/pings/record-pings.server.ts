import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import { type Writes, writeTogether } from '#server/database/write-together.ts'
import { Batch } from '#server/pub-sub/batch.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Dependencies } from '#server/service/context.ts'
import { closeIncidents, openIncidents } from '../incidents/open-incidents.server.ts'
import { addMissed } from './add-missed-runs.server.ts'
import type { ReadCounts } from './counts.ts'
import { addToDays, countedDay, dayIn } from './days.server.ts'
import { applyPing } from './ping-transitions.ts'
import { prune } from './prune-pings.server.ts'
import {
  type Addressed,
  lockAddressed,
  type NewPing,
  readRuns,
  writePings,
  writeRuns,
  writeWatched,
} from './store-pings.server.ts'
import { emptyTally, type PingInput, type PingOutcome, type Run, type Runs } from './watched.ts'

export type Ping = {
  uuid: string
  kind: PingInput['kind']
  method: string
  userAgent: string
  rid: string | null
  exitStatus: number | null
  body: Buffer | null
  read: ReadCounts | undefined
  /** `performance.now()` at the arrival of the ping. */
  cameAt: number
}

type Recorded = 'unknown' | { limited: boolean; counted: PingOutcome['counted'] }

type RecordingDependencies = Pick<
  Dependencies,
  'config' | 'content' | 'db' | 'encryption' | 'pubSub' | 'jobs'
>

/** The runs of one automation, in the form that `applyPing` uses. */
function runsOf(automation: Addressed, known: readonly Run[], zone: string) {
  const own = known.filter(({ automationId }) => automationId === automation.id)
  const changed = new Set<Run>()
  const open: Runs = {
    find: (rid) => own.find((run) => run.rid === rid),
    running: () =>
      automation.lastStartRid === null
        ? own.findLast((run) => run.rid === null && run.finishedAt === null)
        : own.find((run) => run.rid === automation.lastStartRid),
    add(run) {
      const made = { ...run, id: newId(), automationId: automation.id }
      own.push(made)
      changed.add(made)
      return made
    },
    changed: (run) => void changed.add(run),
    isSameDay: (a, b) => dayIn(zone, a) === dayIn(zone, b),
  }
  return { open, changed }
}

/** Old rows are pruned with every this many pings of an automation. */
const pruneEvery = 100

async function record(
  deps: RecordingDependencies,
  tx: Transaction,
  batch: readonly Ping[],
): Promise<Recorded[]> {
  const found = await lockAddressed(tx, [...new Set(batch.map(({ uuid }) => uuid))])
  const clock = performance.now()
  const byUuid = new Map<string, Addressed>()
  for (const one of found) {
    byUuid.set(one.pingUuid, one)
    if (one.pingUuidOld) byUuid.set(one.pingUuidOld, one)
  }
  const zone = deps.content.resolved().hours.timeZone
  const wanted = batch.flatMap(({ uuid, rid }) => {
    const automation = byUuid.get(uuid)
    const rids = automation
      ? [...new Set([rid, automation.lastStartRid])].filter((one) => one !== null)
      : []
    return rids.map((one) => ({ automationId: automation?.id ?? '', rid: one }))
  })
  const withOpen = found.flatMap((one) =>
    one.lastStartAt !== null && one.lastStartRid === null ? one.id : [],
  )
  const known =
    wanted.length + withOpen.length > 0 ? await readRuns(tx, distinct(wanted), withOpen) : []
  const perAutomation = new Map(
    found.map((automation) => [automation.id, runsOf(automation, known, zone)]),
  )
  const tallies = new Map<
    string,
    { automationId: string; day: string; tally: ReturnType<typeof emptyTally> }
  >()
  const pings: NewPing[] = []
  const opening: { automation: Addressed; at: number; due: number | null }[] = []
  const closing = new Set<string>()
  const missed: Parameters<typeof addMissed>[1][number][] = []
  const answers = batch.map(
    ({ uuid, kind, method, userAgent, rid, exitStatus, body, read, cameAt }): Recorded => {
      const automation = byUuid.get(uuid)
      const own = automation && perAutomation.get(automation.id)
      if (!automation || !own) return 'unknown'
      const at = Math.round(automation.now - (clock - cameAt))
      const day = countedDay(zone, at, automation.closedDay)
      const key = `${automation.id} ${day}`
      const counts = tallies.get(key) ?? { automationId: automation.id, day, tally: emptyTally() }
      tallies.set(key, counts)
      const due = automation.dueAt
      const input = { kind, at, rid, exitStatus, read }
      const outcome: PingOutcome = applyPing(automation, own.open, input, counts.tally)
      if (outcome.missed)
        missed.push({ ...outcome.missed, automationId: automation.id, at, day, zone })
      if (outcome.opens) opening.push({ automation, at, due })
      if (outcome.closes) {
        const index = opening.findIndex((one) => one.automation === automation)
        if (index >= 0) opening.splice(index, 1)
        closing.add(automation.id)
      }
      if (outcome.kind) {
        pings.push({
          automationId: automation.id,
          n: automation.pingCount,
          kind: outcome.kind,
          at,
          method,
          userAgent,
          rid,
          exitStatus,
          body,
          runId: outcome.run?.id ?? null,
        })
      }
      return { limited: outcome.kind === undefined, counted: outcome.counted }
    },
  )
  const changed = [...perAutomation.values()].flatMap(({ changed: runs }) => [...runs])
  const days = addToDays(zone, [...tallies.values()])
  const writes: Writes = {
    ...(changed.length > 0 && { runs_written: writeRuns(changed) }),
    ...(pings.length > 0 && { pings_written: writePings(pings) }),
    ...(found.length > 0 && { automations_written: writeWatched(found) }),
    ...(days && { days_written: days }),
  }
  await writeTogether(tx, writes, { isPrepared: true })
  await addMissed(tx, missed)
  await closeIncidents(deps, tx, [...closing], {
    at: new Date(found[0]?.now ?? 0),
    incidentClass: 'run',
  })
  await openIncidents(
    deps,
    tx,
    opening.map(({ automation, at, due }) => ({
      automationId: automation.id,
      cause: 'failed',
      class: 'run',
      at: new Date(at),
      deadlineAt: due === null ? null : new Date(due),
    })),
  )
  const old = found.filter(({ pingCount }) => pingCount % pruneEvery === 0).map(({ id }) => id)
  if (old.length > 0) await prune(tx, deps.config.automations, old)
  return answers
}

function distinct(wanted: readonly { automationId: string; rid: string }[]) {
  return [...new Map(wanted.map((one) => [`${one.automationId} ${one.rid}`, one])).values()]
}

export type PingRecorder = { record(ping: Ping): Promise<Recorded>; close(): Promise<void> }

/**
 * Stores pings one after another. Those that arrive in the meantime share the next commit.
 * Responses are sent after the commit.
 */
export function openPingRecorder(deps: RecordingDependencies): PingRecorder {
  const store = async (pings: Ping[]) => {
    const recorded = await deps.db.transaction((tx) => record(deps, tx, pings))
    inboxChanged(deps, 'automations', 'notifications')
    deps.jobs.wake()
    return recorded
  }
  const batch = new Batch(store, {
    maxItems: 250,
    maxSize: 4 * 1024 * 1024,
    sizeOf: ({ body }) => body?.length ?? 0,
    maxWaiting: 20_000,
  })
  return { record: (ping) => batch.add(ping), close: () => batch.drain() }
}
