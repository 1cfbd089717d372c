import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { addToDays, type DayTally, dayIn } from '#features/automations/pings/days.server.ts'
import { applyPing } from '#features/automations/pings/ping-transitions.ts'
import {
  emptyTally,
  type Run,
  type Runs,
  type Watched,
} from '#features/automations/pings/watched.ts'
import { assessOverdue } from '#features/automations/watcher/overdue.ts'
import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import * as tables from '#server/database/schema.ts'
import { dice } from './demo-story.ts'

type Insert<Name extends 'automations' | 'clients' | 'incidents' | 'pings' | 'projects' | 'runs'> =
  (typeof tables)[Name]['$inferInsert']

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type DemoAutomation = Pick<
  Insert<'automations'>,
  'name' | 'description' | 'tools' | 'personalData' | 'humanCheck'
> & {
  company: string
  project?: string
  period: number
  grace: number
  ends: 'up' | 'late' | 'down' | 'paused'
  /** The time since the last run. */
  ago: number
  items: number
  /** The share of items that a person decides. */
  decided: number
  centsPerItem: number
  /** Names with the days until they expire. */
  credentials: Record<string, number>
  reviewInDays: number
}

/** Due times and grace are long, so that nothing raises an alarm within 70 hours. */
const demoAutomations: DemoAutomation[] = [
  {
    name: 'Recall reminders',
    company: 'Hart Veterinary Group',
    project: 'Recall reminders',
    description: 'Finds animals that are due for a check and writes to their owners.',
    tools: ['n8n', 'Practice database', 'Email'],
    personalData: true,
    humanCheck: 'sample',
    period: 2 * day,
    grace: 3 * day,
    ends: 'up',
    ago: 5 * hour,
    items: 40,
    decided: 0,
    centsPerItem: 0.4,
    credentials: { 'Database login of the practice': 210, 'SMTP password': 320 },
    reviewInDays: 75,
  },
  {
    name: 'Support inbox triage',
    company: 'Hart Veterinary Group',
    project: 'Support inbox triage',
    description: 'Sorts mails by topic and drafts answers to the five commonest questions.',
    tools: ['Make', 'Microsoft 365'],
    personalData: true,
    humanCheck: 'every',
    period: 2 * day,
    grace: 3 * day,
    ends: 'late',
    ago: 2 * day + 90 * minute,
    items: 90,
    decided: 0.2,
    centsPerItem: 0.7,
    credentials: { 'Microsoft 365 consent': 95 },
    reviewInDays: 40,
  },
  {
    name: 'Claims intake',
    company: 'Albright Insurance',
    project: 'Claims intake',
    description: 'Reads new claims, asks for what is missing and assigns them.',
    tools: ['Python', 'Claims API', 'Document reader'],
    personalData: true,
    humanCheck: 'uncertain',
    period: day,
    grace: 8 * hour,
    ends: 'down',
    ago: 3 * hour,
    items: 120,
    decided: 0.1,
    centsPerItem: 1.2,
    credentials: { 'Token of the claims API': 130 },
    reviewInDays: 110,
  },
  {
    name: 'Claims archive for the broker',
    company: 'Albright Insurance',
    description: 'Copies closed claims to the broker. Paused until their new system is in.',
    tools: ['GitHub Actions', 'SFTP'],
    personalData: true,
    humanCheck: 'none',
    period: day,
    grace: 2 * hour,
    ends: 'paused',
    ago: 9 * day,
    items: 30,
    decided: 0,
    centsPerItem: 0,
    credentials: { 'SSH key at the broker': 250 },
    reviewInDays: 60,
  },
  {
    name: 'Meter readings',
    company: 'Adeyemi Energy',
    project: 'Meter readings',
    description: 'Reads photos of meters and compares them with last year.',
    tools: ['Python', 'Image model', 'Billing system'],
    personalData: false,
    humanCheck: 'uncertain',
    period: 2 * day,
    grace: 3 * day,
    ends: 'up',
    ago: 17 * hour,
    items: 260,
    decided: 0.05,
    centsPerItem: 0.9,
    credentials: { 'Key of the image model': 180, 'Login of the billing system': 140 },
    reviewInDays: 130,
  },
]

const runCount = 90

const dateOf = (at: number | null) => (at === null ? null : new Date(at))

/** Runs and incidents of simulated pings from `start` on, by the rules for real pings. */
function history(plan: DemoAutomation, seed: number, start: number, zone: string) {
  const roll = dice(seed)
  const watched: Watched = {
    id: newId(),
    state: 'new',
    scheduleKind: 'period',
    periodSeconds: plan.period / 1000,
    cron: null,
    timeZone: null,
    graceSeconds: plan.grace / 1000,
    currency: 'USD',
    lastPingAt: null,
    lastStartAt: null,
    lastStartRid: null,
    startExtended: false,
    dueAt: null,
    alertAfter: null,
    pingCount: 0,
    minuteAt: null,
    minuteCount: 0,
    minuteFailed: false,
    restoredAt: null,
    openCause: null,
  }
  const automationId = watched.id
  const rows: (() => Insert<'runs'>)[] = []
  const pings: Insert<'pings'>[] = []
  const incidents: Insert<'incidents'>[] = []
  const days = new Map<string, DayTally>()
  let last: Run | undefined
  const runs: Runs = {
    find: () => undefined,
    running: () => (last?.outcome === 'running' ? last : undefined),
    add(values) {
      const run: Run = { ...values, id: newId(), automationId }
      last = run
      rows.push(() => ({
        ...run,
        startedAt: dateOf(run.startedAt),
        finishedAt: dateOf(run.finishedAt),
        dueAt: dateOf(run.dueAt),
        createdAt: new Date(run.startedAt ?? start),
      }))
      return run
    },
    changed() {},
    isSameDay: (a, b) => dayIn(zone, a) === dayIn(zone, b),
  }
  const tallyAt = (at: number) => {
    const on = dayIn(zone, at)
    const kept = days.get(on) ?? { automationId, day: on, tally: emptyTally() }
    days.set(on, kept)
    return kept.tally
  }
  const open = (cause: 'missed' | 'failed', at: number) => {
    watched.openCause = cause
    const openedAt = new Date(at)
    incidents.push({
      automationId,
      cause,
      class: 'run',
      openedAt,
      createdAt: openedAt,
      deadlineAt: dateOf(watched.dueAt),
      notifiedAt: openedAt,
      escalatedAt: new Date(at + 30 * minute),
    })
  }

  function send(kind: 'start' | 'success' | 'fail', at: number, text?: string) {
    const counts = text?.startsWith('{') ? JSON.parse(text) : undefined
    const outcome = applyPing(
      watched,
      runs,
      {
        kind,
        at,
        rid: null,
        exitStatus: kind === 'fail' ? 1 : null,
        read: counts && {
          leftOut: {},
          counts: { ...counts, costMicros: Math.round(counts.cost * 1_000_000) },
        },
      },
      tallyAt(at),
    )
    pings.push({
      automationId,
      n: watched.pingCount,
      kind,
      at: new Date(at),
      method: 'POST',
      userAgent: 'curl/8.14.1',
      exitStatus: kind === 'fail' ? 1 : null,
      body: text ? Buffer.from(text) : null,
      runId: outcome.run?.id ?? null,
    })
    if (outcome.opens) open('failed', at)
    if (outcome.closes) Object.assign(incidents.at(-1) ?? {}, { closedAt: new Date(at) })
  }

  function run(kind: 'success' | 'fail', at: number) {
    send('start', at - (20 + roll.below(200)) * 1000)
    if (kind === 'fail') return send('fail', at, '401 Unauthorized: the login was refused.\n')
    const items = Math.round(plan.items * (0.7 + 0.6 * roll.next()))
    const humanDecisions = Math.round(items * plan.decided * roll.next())
    const errors = roll.below(12) === 0 ? 1 : 0
    const cost = Math.round(items * plan.centsPerItem) / 100
    send('success', at, JSON.stringify({ items, humanDecisions, errors, cost }))
  }

  function miss(at: number) {
    const verdict = assessOverdue(watched, at, [], tallyAt(at))
    if (verdict.kind !== 'missed') throw new Error('Nothing was due.')
    const { due, count: missedCount } = verdict
    const id = newId()
    rows.push(() => ({
      id,
      automationId,
      outcome: 'missed',
      missedCount,
      dueAt: new Date(due),
      finishedAt: new Date(at),
      createdAt: new Date(at),
    }))
    open('missed', at)
  }

  run('success', start)
  const wanted = plan.ends === 'down' ? runCount - 1 : runCount
  while (rows.length < wanted) {
    const at = rows.length + seed * 7
    const due = watched.dueAt ?? start
    const hasRoom = wanted - rows.length >= 2
    if (hasRoom && at % 41 === 20) {
      miss(due + plan.grace)
      run('success', due + plan.grace + (1 + roll.below(3)) * hour)
    } else if (hasRoom && at % 90 === 50) {
      run('fail', due - minute)
      run('success', due + 45 * minute)
    } else if (at % 17 === 5) {
      run('success', due + (5 + roll.below(35)) * minute)
    } else {
      run('success', due - (5 + roll.below(85)) * 1000)
    }
  }
  if (plan.ends === 'down') run('fail', (watched.dueAt ?? start) - minute)
  return { watched, rows, pings, incidents, days, end: watched.lastPingAt ?? start }
}

function makeOne(plan: DemoAutomation, seed: number, now: Date, zone: string) {
  // The first history only shows how long it is.
  const length = history(plan, seed, 0, zone).end
  const start = now.getTime() - plan.ago - length
  const made = history(plan, seed, start, zone)
  const { watched } = made
  if (plan.ends === 'late') watched.state = 'late'
  if (plan.ends === 'paused')
    Object.assign(watched, { state: 'paused', dueAt: null, alertAfter: null })
  return { ...made, start }
}

type Owners = {
  clients: readonly Insert<'clients'>[]
  projects: readonly Insert<'projects'>[]
  assigneeId: string | null
  now: Date
  zone: string
}

/** Stores the automations of three clients, each with 90 runs. @returns how many there are. */
export async function storeAutomations(tx: Transaction, owners: Owners): Promise<number> {
  const { clients, projects, assigneeId, now, zone } = owners
  for (const [seed, plan] of demoAutomations.entries()) {
    const { watched, start, rows, pings, incidents, days } = makeOne(plan, seed, now, zone)
    const clientId = clients.find(({ company }) => company === plan.company)?.id ?? ''
    const project = projects.find((one) => one.clientId === clientId && one.title === plan.project)
    const { openCause: _, lastPingAt, dueAt, alertAfter, minuteAt, ...columns } = watched
    const dateIn = (count: number) => dayIn(zone, now.getTime() + count * day)
    await tx.insert(tables.automations).values({
      ...columns,
      clientId,
      assigneeId,
      projectId: project?.id ?? null,
      name: plan.name,
      description: plan.description,
      tools: plan.tools,
      personalData: plan.personalData,
      humanCheck: plan.humanCheck,
      reviewOn: dateIn(plan.reviewInDays),
      pingUuid: randomUUID(),
      lastStartAt: null,
      restoredAt: null,
      lastPingAt: dateOf(lastPingAt),
      dueAt: dateOf(dueAt),
      alertAfter: dateOf(alertAfter),
      minuteAt: dateOf(minuteAt),
      createdAt: new Date(start - hour),
    })
    const credentials = Object.entries(plan.credentials).map(([name, count]) => ({
      automationId: watched.id,
      name,
      expiresOn: dateIn(count),
    }))
    await tx.insert(tables.automationCredentials).values(credentials)
    await tx.insert(tables.runs).values(rows.map((row) => row()))
    await tx.insert(tables.pings).values(pings)
    await tx.insert(tables.incidents).values(incidents)
    const counted = addToDays(zone, [...days.values()])
    if (counted) await tx.execute(counted)
  }
  // Days that are over would otherwise be closed now, with a receipt for each.
  await tx.execute(sql`
    update ${tables.automationDays}
    set closed_at = (day + 1)::timestamp at time zone zone + interval '10 minutes'
    where day < ${dayIn(zone, now.getTime())}`)
  return demoAutomations.length
}
