import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import packageFile from '#package.json' with { type: 'json' }
import type { Database } from '../database/open.ts'
import { bookings, jobs, receiptLog, receipts } from '../database/schema.ts'
import { freeBytes } from '../files/upload-staging.ts'
import { answersInTime, type Dependency } from '../health.ts'
import type { Collector, MetricFamily, Sample } from './exposition.ts'

function gauge(name: string, help: string, samples: number | readonly Sample[]): MetricFamily {
  const all = typeof samples === 'number' ? [{ value: samples }] : samples
  return { name, help, type: 'gauge', samples: all }
}

const loopResolutionMs = 20

/** The metrics have the names that client libraries use. */
export function watchProcess(): { source: Collector; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: loopResolutionMs })
  delay.enable()
  const startedAt = Date.now() / 1000 - process.uptime()

  async function source(): Promise<MetricFamily[]> {
    const memory = process.memoryUsage()
    const { userCPUTime, systemCPUTime } = process.resourceUsage()
    // The histogram includes the timer's own interval and is NaN while it is empty.
    const late = (nanoseconds: number) =>
      Math.max(0, (nanoseconds || 0) / 1e9 - loopResolutionMs / 1000)
    const loop = [late(delay.mean), late(delay.percentile(99)), late(delay.max)] as const
    delay.reset()
    const openFiles = await countOpenFiles()
    return [
      {
        name: 'process_cpu_seconds_total',
        help: 'Processor time spent, user and system.',
        type: 'counter',
        samples: [{ value: (userCPUTime + systemCPUTime) / 1e6 }],
      },
      gauge('process_start_time_seconds', 'When the process began, Unix time.', startedAt),
      gauge('process_resident_memory_bytes', 'Resident memory.', memory.rss),
      gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', memory.heapUsed),
      gauge('nodejs_heap_size_total_bytes', 'JavaScript heap reserved.', memory.heapTotal),
      gauge('nodejs_external_memory_bytes', 'Memory outside the heap.', memory.external),
      gauge('process_open_fds', 'Open file descriptors.', openFiles),
      gauge(
        'nodejs_eventloop_lag_mean_seconds',
        'Delay of the event loop since the last look, mean.',
        loop[0],
      ),
      gauge('nodejs_eventloop_lag_p99_seconds', 'The same, 99th percentile.', loop[1]),
      gauge('nodejs_eventloop_lag_max_seconds', 'The same, the longest.', loop[2]),
      gauge('app_build_info', 'Always 1; what is running.', [
        { labels: { version: packageFile.version, node: process.versions.node }, value: 1 },
      ]),
    ]
  }
  return { source, stop: () => void delay.disable() }
}

/** Works only on Linux. */
async function countOpenFiles(): Promise<Sample[]> {
  try {
    return [{ value: (await readdir('/proc/self/fd')).length }]
  } catch {
    return []
  }
}

const bookingStateShown = ['pending', 'booked', 'cancelled'] as const

export function bookingSource(db: Database): Collector {
  return async () => {
    const { rows } = await db.execute<{ state: string; count: number }>(sql`
      select state, count(*)::int as count from ${bookings}
      where state <> 'held' or hold_expires_at > now() group by state`)
    const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
    return [
      gauge(
        'bookings',
        'Calls that are stored, by state.',
        bookingStateShown.map((state) => ({ labels: { state }, value: countOf(state) })),
      ),
      gauge('booking_holds', 'Slots that are kept while a form is filled in.', countOf('held')),
    ]
  }
}

export function queueSource(db: Database): Collector {
  return async () => {
    const { rows } = await db.execute<{ waiting: number; failed: number; oldest: number }>(sql`
      select
        (count(*) filter (where finished_at is null and run_at <= now()))::int as waiting,
        (count(*) filter (where finished_at is not null))::int as failed,
        coalesce(extract(epoch from now() - min(run_at) filter
          (where finished_at is null and run_at <= now())), 0)::float8 as oldest
      from ${jobs}`)
    const [found] = rows
    if (!found) return []
    return [
      gauge('jobs_waiting', 'Jobs that are due and not done.', found.waiting),
      gauge('jobs_failed', 'Jobs given up in the last 30 days.', found.failed),
      gauge('jobs_oldest_waiting_seconds', 'How long the oldest of them waits.', found.oldest),
    ]
  }
}

export function receiptSource(db: Database): Collector {
  return async () => {
    const { rows } = await db.execute<{ written: number; pending: number; oldest: number }>(sql`
      select coalesce((select size from ${receiptLog}), 0)::float8 + count(*)::float8 as written,
        count(*)::int as pending,
        coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
      from ${receipts} where seq is null`)
    const [found] = rows
    if (!found) return []
    return [
      gauge('receipts_written', 'Receipts that are stored.', found.written),
      gauge('receipts_pending', 'Receipts that are not in the log yet.', found.pending),
      gauge('receipts_oldest_pending_seconds', 'How long the oldest waits.', found.oldest),
    ]
  }
}

export function automationSource(db: Database): Collector {
  return async () => {
    const { rows } = await db.execute<{ lag: number; open: number; outages: number }>(sql`
      select coalesce((select extract(epoch from clock_timestamp() - min(alert_after))
          from automations where state in ('new', 'up', 'late', 'unobserved')
            and alert_after < clock_timestamp()), 0)::float8 as lag,
        (select count(*)::int from incidents where closed_at is null) as open,
        (select count(*)::int from outages where to_at > now() - interval '1 day') as outages`)
    const [found] = rows
    if (!found) return []
    return [
      gauge('watcher_lag_seconds', 'How long the oldest overdue automation waits.', found.lag),
      gauge('incidents_open', 'Automations that need a person.', found.open),
      gauge('outages', 'Outages of the product in the last day.', found.outages),
    ]
  }
}

export function databaseSource(waiting: () => number): Collector {
  return () => [gauge('database_waiting', 'Statements that wait for the database.', waiting())]
}

export function dependencySource(dependencies: readonly Dependency[]): Collector {
  return async () => {
    const answers = await Promise.all(dependencies.map(answersInTime))
    const samples = dependencies.map(({ name }, at) => ({
      labels: { name },
      value: answers[at] ? 1 : 0,
    }))
    return [gauge('dependency_up', 'Whether what the product needs answers within 1 s.', samples)]
  }
}

export function diskSource(directory: string): Collector {
  return async () => [
    gauge('storage_free_bytes', 'Free space where documents come in.', await freeBytes(directory)),
  ]
}

export function socketSource(roles: () => Record<string, number>): Collector {
  return () => {
    const samples = Object.entries(roles()).map(([role, value]) => ({ labels: { role }, value }))
    return [gauge('sockets_open', 'Open chat sockets; role none has not joined yet.', samples)]
  }
}
