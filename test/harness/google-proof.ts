import { rmSync } from 'node:fs'
import { Client } from 'pg'
import type { GoogleService } from '#features/google/connection/scopes.ts'
import { openStandIn } from '#features/google/stand-in/stand-in.server.ts'
import { findOwnServer } from '#server/own-postgres/server.ts'
import { cutOffEvents } from './google-call-proof.ts'
import { connectAll, GoogleRunner, type Person, standing, whole } from './google-runner.ts'
import { freePort, ownerPassword } from './product.ts'
import { bytesIn, countFound, dumpTables } from './secret-search.ts'

export type GoogleProofPlan = {
  /**
   * How often every step of every set-up is cut off, alternately before and after its work at
   * Google, and how often those of an event.
   */
  rounds: number
  /** The number of simultaneous clicks on each of the four set-ups. */
  clicks: number
  databaseUrl?: string
}

export type GoogleProof = {
  kills: number
  /** The number of set-ups in progress when the product was killed. */
  cutOff: number
  clicks: number
  /** The number of events being written when the product was killed. */
  events: number
  /** Set-ups and events that do not exist exactly once, or are shown wrongly. */
  wrong: string[]
  /** The number of transactions that were open during a call to Google. */
  openTransactions: number
  /** The number of secrets issued, such as tokens and codes; `found` of them were readable. */
  secrets: number
  found: number
  seconds: number
}

const services = ['drive', 'sheets', 'calendar', 'gmail'] as const

/** Shorter than the product's time limit for Google, so that nothing continues before the kill. */
const maxHoldMs = 5_000

type Step = { service: GoogleService; when: 'before' | 'after'; skip: number }
type Held = { client: Person; step: Step }

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The number of calls that a set-up makes. The client used for it is not used again. */
async function countSteps(runner: GoogleRunner, service: GoogleService): Promise<number> {
  const before = runner.standIn.calls.length
  await runner.press(service, await runner.newClient(`Whole ${service}`))
  return runner.standIn.calls.length - before
}

type Shown = { setups: { service: string; state: string; sharedWith: string[] }[] }

async function shown(runner: GoogleRunner, { client, step: { service } }: Held) {
  const { text } = await runner.call(`/api/google/clients/${client.id}`)
  return (JSON.parse(text) as Shown).setups.find((one) => one.service === service)
}

/**
 * Starts set-ups, each held at its own step by Google, until all are done or the first has been
 * held for long enough.
 */
async function holdSome(runner: GoogleRunner, steps: Step[], round: number): Promise<Held[]> {
  const { standIn } = runner
  const held: Held[] = []
  const startedAt = performance.now()
  while (steps.length > 0 && performance.now() - startedAt < maxHoldMs) {
    const step = steps.shift() as Step
    const { service, when, skip } = step
    const client = await runner.newClient(`${service} ${when} ${skip} of ${round}`)
    standIn.faults.push({ when, skip, hangs: true })
    // The response never arrives, because the process is killed first.
    runner.press(service, client).catch(() => {})
    const pressedAt = performance.now()
    while (standIn.faults.length > 0) {
      await wait(2)
      if (performance.now() - pressedAt > 30_000) throw new Error(`no call ${skip} of ${service}`)
    }
    held.push({ client, step })
  }
  return held
}

/** Counts transactions that stay open, because another job may just be between two statements. */
async function transactionsOpen(
  { dataDir }: GoogleRunner,
  databaseUrl = findOwnServer(dataDir) ?? '',
): Promise<number> {
  const idle = async () => {
    const rows = await inDatabase(
      databaseUrl,
      `select pid || ' ' || xact_start as id from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`,
    )
    return rows.map((row) => (row as { id: string }).id)
  }
  let open = await idle()
  const startedAt = performance.now()
  while (open.length > 0 && performance.now() - startedAt < 5_000) {
    await wait(20)
    const still = await idle()
    open = open.filter((id) => still.includes(id))
  }
  return open.length
}

async function inDatabase(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Simulates the minute in which the leases of a killed process expire on an outside server. */
async function letLeasesLapse(databaseUrl: string | undefined): Promise<void> {
  if (!databaseUrl) return
  await inDatabase(databaseUrl, `update google_setups set lease_until = null`)
}

/** Kills the product at these steps, repeats the set-ups and reports what is wrong. */
async function cutOff(
  runner: GoogleRunner,
  plan: GoogleProofPlan,
  steps: Step[],
  round: number,
): Promise<Pick<GoogleProof, 'cutOff' | 'openTransactions' | 'wrong'>> {
  const wrong: string[] = []
  let [count, openTransactions] = [0, 0]
  while (steps.length > 0) {
    const held = await holdSome(runner, steps, round)
    openTransactions += await transactionsOpen(runner, plan.databaseUrl)
    await runner.stop('SIGKILL')
    await runner.start()
    await letLeasesLapse(plan.databaseUrl)
    for (const one of held) {
      const { client, step } = one
      const { service, when, skip } = step
      const report = (what: string) => wrong.push(`${service} ${when} call ${skip + 1}: ${what}`)
      const before = await shown(runner, one)
      if (!before || !['pending', 'created'].includes(before.state))
        report('not shown as unfinished')
      const { status } = await runner.press(service, client)
      if (status !== 200) report(`pressed again: ${status}`)
      const stands = standing(runner.standIn, service, client)
      if (stands !== whole[service]) report(`${stands} instead of ${whole[service]}`)
      const after = await shown(runner, one)
      if (after?.state !== 'done') report(`shown as ${after?.state}`)
    }
    count += held.length
  }
  return { cutOff: count, openTransactions, wrong }
}

async function clickAtOnce(runner: GoogleRunner, clicks: number): Promise<string[]> {
  const wrong: string[] = []
  for (const service of services) {
    const client = await runner.newClient(`Clicked ${service}`)
    const answers = await Promise.all(
      Array.from({ length: clicks }, () => runner.press(service, client)),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    const stands = standing(runner.standIn, service, client)
    if (stands !== whole[service]) wrong.push(`${service} clicked: ${stands}`)
    if (!statuses.has(200)) wrong.push(`${service} clicked: nobody succeeded`)
    statuses.delete(200)
    // The response 409 means "This is being set up right now."
    statuses.delete(409)
    if (statuses.size > 0) wrong.push(`${service} clicked: ${[...statuses]}`)
  }
  return wrong
}

/** Kills the product at every step of every set-up, and repeats each until all are complete. */
export async function proveGoogle(plan: GoogleProofPlan): Promise<GoogleProof> {
  const { rounds, clicks, databaseUrl } = plan
  const startedAt = performance.now()
  const standIn = await openStandIn()
  const runner = new GoogleRunner(standIn, await freePort(), databaseUrl)
  const proof = { cutOff: 0, openTransactions: 0, events: 0, wrong: [] as string[] }
  try {
    await runner.start()
    await runner.call('/api/auth/login', { username: 'admin', password: ownerPassword })
    await connectAll(runner)
    const counts = new Map<GoogleService, number>()
    for (const service of services) counts.set(service, await countSteps(runner, service))
    for (let round = 1; round <= rounds; round++) {
      const steps = services.flatMap((service) =>
        Array.from({ length: counts.get(service) ?? 0 }, (_, skip): Step => {
          const when = (round + skip) % 2 === 0 ? 'after' : 'before'
          return { service, when, skip }
        }),
      )
      const { wrong, ...counted } = await cutOff(runner, plan, steps, round)
      proof.cutOff += counted.cutOff
      proof.openTransactions += counted.openTransactions
      proof.wrong.push(...wrong)
    }
    proof.wrong.push(...(await clickAtOnce(runner, clicks)))
    const { events, wrong } = await cutOffEvents(runner, rounds, databaseUrl)
    proof.events = events
    proof.wrong.push(...wrong, ...standIn.violations)
    await runner.stop()
    const { secrets } = standIn.consents
    const tables = await dumpTables(runner.dataDir, databaseUrl)
    const mustBeThere = ['Clicked gmail', 'v1.', 'files']
    if (!mustBeThere.every((word) => tables.includes(word))) proof.wrong.push('an empty dump')
    if (!runner.output.includes('/api/google/auth/callback')) proof.wrong.push('no log')
    const text = `${tables}\n${runner.output}`
    return {
      ...proof,
      kills: runner.kills,
      clicks: clicks * services.length,
      secrets: secrets.size,
      found: countFound(secrets, text, bytesIn(runner.dataDir)),
      seconds: Math.round((performance.now() - startedAt) / 1000),
    }
  } finally {
    await runner.stop('SIGKILL')
    await standIn.close()
    rmSync(runner.dataDir, { recursive: true, force: true })
  }
}
