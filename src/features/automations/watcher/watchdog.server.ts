import { sql } from 'drizzle-orm'
import { readReach } from '#features/notifications/delivery/reach.server.ts'
import type { Database } from '#server/database/open.ts'
import { watch } from '#server/database/schema.ts'
import { mailFailingSince } from '#server/mail/mail-failures.ts'
import type { WatcherDependencies } from './turn.server.ts'

const everySeconds = 60
const turnSeconds = 5
const pendingSeconds = 60
const timeoutMs = 10_000

/** The parts that are not working. If the database fails, this throws. */
async function problemsOf({ config, db }: WatcherDependencies): Promise<string[]> {
  const { rows } = await db.execute<{ isWatching: boolean; isPending: boolean }>(sql`
    select coalesce(turn_at > clock_timestamp() - make_interval(secs => ${turnSeconds}), false)
        as "isWatching",
      exists (select from receipts where seq is null
        and created_at < now() - make_interval(secs => ${pendingSeconds})) as "isPending"
    from ${watch}`)
  const [found] = rows
  const reach = await readReach(db)
  const canMail = config.mail !== undefined && !(await mailFailingSince(db))
  return [
    ...(found?.isWatching ? [] : ['watcher']),
    ...(found?.isPending ? ['receipts'] : []),
    ...(canMail || reach.channel || reach.device ? [] : ['notifications']),
  ]
}

/** Ensures that only one instance reports per interval. */
async function takeTurn(db: Database): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update ${watch} set watchdog_at = clock_timestamp()
    where watchdog_at is null
      or watchdog_at <= clock_timestamp() - make_interval(secs => ${everySeconds} - 0.5)`)
  return (rowCount ?? 0) > 0
}

/** Reports to `WATCHDOG_URL` that the product is well, or what is not working. */
export async function pingWatchdog(deps: WatcherDependencies): Promise<void> {
  const { watchdogUrl } = deps.config.automations
  if (!watchdogUrl || !(await takeTurn(deps.db))) return
  const problems = await problemsOf(deps).catch(() => ['database'])
  const url = new URL(watchdogUrl)
  if (problems.length > 0) url.pathname = `${url.pathname.replace(/\/$/, '')}/fail`
  await fetch(url, {
    method: 'POST',
    body: problems.join('\n'),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
}
