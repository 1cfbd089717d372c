import { Client } from 'pg'
import { findOwnServer } from '#server/own-postgres/server.ts'
import type { GoogleRunner } from './google-runner.ts'

/** What staff do with a call, and where the request to Google is cut off. */
type Step = { act: 'book' | 'move' | 'cancel'; call: string; when: 'before' | 'after' }

/** Only one step is cut off before its request, because that merely repeats the step. */
const each: Step[] = [
  { act: 'book', call: 'calendar.events.insert', when: 'before' },
  { act: 'book', call: 'calendar.events.insert', when: 'after' },
  { act: 'move', call: 'calendar.events.patch', when: 'after' },
  { act: 'cancel', call: 'calendar.events.delete', when: 'after' },
]

/** This happens once, because later the calendar exists. */
const calendarMade: Step = { act: 'book', call: 'calendar.calendars.insert', when: 'after' }

const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' }))
const hourMs = 3_600_000
const timeoutMs = 60_000

async function until(isSo: () => unknown): Promise<boolean> {
  const startedAt = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startedAt > timeoutMs) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}

/** Simulates the minutes after which the leases of a killed process expire. */
async function letLeasesLapse(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('update jobs set locked_until = null')
    await client.query('update booking_calendars set making_until = null')
  } finally {
    await client.end()
  }
}

type Shown = { id: string; link: string | null; sequence: number }

class CallRunner {
  readonly #runner: GoogleRunner
  readonly #databaseUrl: string | undefined
  #hostId = ''
  #calls = 0

  constructor(runner: GoogleRunner, databaseUrl: string | undefined) {
    this.#runner = runner
    this.#databaseUrl = databaseUrl
  }

  async #send<T>(path: string, body?: unknown, method?: string): Promise<T> {
    const { status, text } = await this.#runner.call(path, body, method)
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
    return JSON.parse(text) as T
  }

  async takeCalls(): Promise<void> {
    const taken = { active: true, zone: 'UTC', weekly: always }
    const host = { ...taken, googleAddress: 'host@counterfoil.example' }
    const path = '/api/admin/hosts/me'
    this.#hostId = (await this.#send<{ userId: string }>(path, host, 'PUT')).userId
  }

  #event(id: string) {
    const { calendars } = this.#runner.standIn.workspace
    const all = [...calendars.values()].flatMap(({ events }) => [...events.values()])
    return all.filter((event) => event.id === id.replaceAll('-', ''))
  }

  /** Each start is two hours after the one before, because some calls are moved by half an hour. */
  #nextStart(): string {
    this.#calls += 1
    const day = Math.ceil(Date.now() / (24 * hourMs)) * 24 * hourMs
    return new Date(day + 24 * hourMs + this.#calls * 2 * hourMs).toISOString()
  }

  #book(start: string): Promise<Shown> {
    const who = { name: 'Ada', email: `ada${this.#calls}@n.example`, contact: 'video' }
    const call = { type: 'consultation', hostId: this.#hostId, start, zone: 'UTC', ...who }
    return this.#send<Shown>('/api/admin/bookings', call)
  }

  async #act({ act }: Step, id: string, start: string): Promise<unknown> {
    const path = `/api/admin/bookings/${id}/${act}`
    const later = new Date(Date.parse(start) + hourMs / 2).toISOString()
    return this.#send(path, {
      sequence: 0,
      ...(act === 'move' ? { start: later } : { reason: '' }),
    })
  }

  /**
   * Kills the product at the step, and starts it again.
   * @returns what is wrong afterwards.
   */
  async cutOff(step: Step): Promise<string[]> {
    const { standIn } = this.#runner
    const { act, call, when } = step
    const start = this.#nextStart()
    const hold = () => standIn.faults.push({ call, when, hangs: true })
    if (act === 'book') hold()
    const { id } = await this.#book(start)
    if (act !== 'book') {
      await until(() => this.#event(id).length > 0)
      hold()
      await this.#act(step, id, start)
    }
    const isHeld = await until(() => standIn.faults.length === 0)
    await this.#runner.stop('SIGKILL')
    await this.#runner.start()
    const own = findOwnServer(this.#runner.dataDir) ?? ''
    await letLeasesLapse(this.#databaseUrl ?? own)
    const end = Date.parse(start) + (act === 'move' ? hourMs / 2 : 0)
    const stands = () =>
      this.#event(id).some(({ status, start: at }) =>
        act === 'cancel'
          ? status === 'cancelled'
          : status === 'confirmed' && Date.parse(at.dateTime ?? '') === end,
      )
    const isWhole = await until(stands)
    const hasMeet = async () => (await this.#send<Shown>(`/api/admin/bookings/${id}`)).link !== null
    const isLinked = act === 'cancel' || (await until(hasMeet))
    const name = `${act}, killed ${when} ${call}`
    return [
      ...(isHeld ? [] : [`${name}: was not held`]),
      ...(isWhole && this.#event(id).length === 1 ? [] : [`${name}: no event as the call is`]),
      ...(isLinked ? [] : [`${name}: no Meet`]),
    ]
  }

  /** The number of calendars at Google that the product created. */
  get calendars(): number {
    const { calendars } = this.#runner.standIn.workspace
    return [...calendars.values()].filter(({ description }) => description.includes('[bookings]'))
      .length
  }
}

/** Kills the product while it writes events of calls, before and after the work at Google. */
export async function cutOffEvents(
  runner: GoogleRunner,
  rounds: number,
  databaseUrl: string | undefined,
): Promise<{ events: number; wrong: string[] }> {
  const calls = new CallRunner(runner, databaseUrl)
  await calls.takeCalls()
  const steps = [calendarMade, ...Array.from({ length: rounds }, () => each).flat()]
  const wrong: string[] = []
  for (const step of steps) wrong.push(...(await calls.cutOff(step)))
  if (calls.calendars !== 1) wrong.push(`${calls.calendars} calendars for calls`)
  return { events: steps.length, wrong }
}
