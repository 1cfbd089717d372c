/**
 * Proves that the own PostgreSQL keeps acknowledged data and never outlives its owner:
 *
 * `npm run prove:own -- [power] [killed] [left] [twice] [short]`
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newDisk } from './own-power.ts'
import { killAll, startWriter, untilAcknowledged, untilGone, type Writer } from './own-writers.ts'
import { notRun, openReport, seconds } from './report.ts'

const words = process.argv.slice(2)
const isShort = words.includes('short')
const names = words.filter((word) => word !== 'short')
const isWanted = (name: string) => names.length === 0 || names.includes(name)
const { report, end } = openReport()

/** Compares everything that was acknowledged so far with what later starts find. */
class Ledger {
  readonly acknowledged = new Set<string>()
  lost = 0
  torn = 0
  failed = 0

  async check(writer: Writer): Promise<boolean> {
    const found = await writer.found
    if (!found) {
      this.failed++
      return false
    }
    const present = new Set(found.present)
    this.lost += [...this.acknowledged].filter((id) => !present.has(id)).length
    this.torn += found.torn
    return true
  }

  record(writer: Writer): void {
    for (const id of writer.acknowledged) this.acknowledged.add(id)
  }

  get isSound() {
    return this.lost + this.torn + this.failed === 0
  }

  get text() {
    return (
      `${this.acknowledged.size} transactions acknowledged, ${this.lost} lost, ${this.torn} by half, ` +
      `${this.failed} starts failed`
    )
  }
}

/** The number of commits before the kill, which differs in each round. */
const moment = (round: number) => 20 + ((round * 67) % 200)

async function cutPower(kind: 'ext4' | 'xfs', rounds: number, isThrownAway: boolean) {
  using disk = newDisk(kind)
  if (!disk) return undefined
  const dataDir = join(disk.directory, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const ledger = new Ledger()
  for (let round = 0; round <= rounds; round++) {
    const writer = startWriter(dataDir, round, isThrownAway)
    if (!(await ledger.check(writer))) break
    await untilAcknowledged(writer, moment(round))
    disk.cutPower()
    killAll(writer, dataDir, true)
    await writer.closed
    await untilGone(dataDir)
    ledger.record(writer)
    await disk.comeBack()
  }
  return ledger
}

/** A first start copies a cluster of hundreds of files. */
async function cutFirstStart(rounds: number): Promise<number | undefined> {
  using disk = newDisk('ext4')
  if (!disk) return undefined
  let failed = 0
  for (let round = 0; round < rounds; round++) {
    const dataDir = join(disk.directory, `data-${round}`)
    mkdirSync(dataDir, { mode: 0o700 })
    const first = startWriter(dataDir, 0)
    await Promise.race([wait((700 * round) / rounds), first.found])
    disk.cutPower()
    killAll(first, dataDir, true)
    await first.closed
    await untilGone(dataDir)
    await disk.comeBack()
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const second = startWriter(dataDir, 1)
    if (!(await second.found)) failed++
    second.child.kill('SIGKILL')
    await untilGone(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return failed
}

async function powerCuts(): Promise<void> {
  const rounds = isShort ? 5 : 50
  for (const kind of ['ext4', 'xfs'] as const) {
    const ledger = await cutPower(kind, rounds, false)
    if (!ledger) {
      notRun(`power cut on ${kind}: mounting needs root, mkfs.${kind} and python3`)
      continue
    }
    report(ledger.isSound, `${rounds} power cuts on ${kind} while it writes: ${ledger.text}`)
  }
  const starts = isShort ? 5 : 30
  const failed = await cutFirstStart(starts)
  if (failed !== undefined) {
    report(
      failed === 0,
      `${starts} power cuts while it starts for the first time: ${failed} starts failed after`,
    )
  }
  const control = await cutPower('ext4', 3, true)
  if (control) report(!control.isSound, `the same with fsync off is noticed: ${control.text}`)
}

async function inFolder(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-own-'))
  try {
    await work(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Kills all processes at once with SIGKILL, between a write and its acknowledgement. */
async function killed(): Promise<void> {
  const rounds = isShort ? 10 : 100
  await inFolder(async (dataDir) => {
    const ledger = new Ledger()
    for (let round = 0; round <= rounds; round++) {
      const writer = startWriter(dataDir, round)
      if (!(await ledger.check(writer))) break
      await untilAcknowledged(writer, moment(round))
      killAll(writer, dataDir, round % 2 === 0)
      await writer.closed
      ledger.record(writer)
    }
    await untilGone(dataDir)
    report(ledger.isSound, `${rounds} SIGKILLs of the owner and its server: ${ledger.text}`)
  })
}

/** Kills only the owner with SIGKILL: during a start, a write or a restart of the server. */
async function leftBehind(): Promise<void> {
  const rounds = isShort ? 10 : 100
  await inFolder(async (dataDir) => {
    const ledger = new Ledger()
    let slowest = 0
    for (let round = 0; round < rounds; round++) {
      const writer = startWriter(dataDir, round)
      const isEarly = round % 3 === 0
      if (isEarly) await wait(round * 7)
      else if (await ledger.check(writer)) await untilAcknowledged(writer, moment(round))
      writer.child.kill('SIGKILL')
      await writer.closed
      ledger.record(writer)
      // In every second round, the next start finds the old server shutting down.
      if (round % 2 === 0) slowest = Math.max(slowest, await untilGone(dataDir))
    }
    const writer = startWriter(dataDir, rounds)
    await ledger.check(writer)
    writer.child.kill('SIGKILL')
    const last = Math.max(slowest, await untilGone(dataDir))
    report(
      ledger.isSound && last < 5_000,
      `${rounds} SIGKILLs of the owner alone: ${ledger.text}; no process of it after ${seconds(last)}`,
    )
  })
}

async function startedTwice(): Promise<void> {
  const rounds = isShort ? 5 : 50
  await inFolder(async (dataDir) => {
    const ledger = new Ledger()
    let wrong = 0
    for (let round = 0; round < rounds; round++) {
      const pair = [0, 1].map((n) => startWriter(dataDir, round * 2 + n))
      const found = await Promise.all(pair.map((writer) => writer.found))
      if (found.filter(Boolean).length !== 1) wrong++
      const winner = pair[found.findIndex(Boolean)]
      if (winner && (await ledger.check(winner))) await untilAcknowledged(winner, 20)
      for (const { child } of pair) child.kill('SIGKILL')
      await Promise.all(pair.map(({ closed }) => closed))
      if (winner) ledger.record(winner)
    }
    await untilGone(dataDir)
    report(
      ledger.isSound && wrong === 0,
      `${rounds} times two starts at once: ${wrong} times not exactly one; ${ledger.text}`,
    )
  })
}

if (isWanted('power')) await powerCuts()
if (isWanted('killed')) await killed()
if (isWanted('left')) await leftBehind()
if (isWanted('twice')) await startedTwice()
end()
