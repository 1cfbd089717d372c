import { describeError } from '../../../server/http/errors.ts'
import type { Sockets } from '../../../server/live/socket.ts'
import { closeCodes } from '../protocol/words.ts'
import type { ChatContext } from './chat-context.server.ts'
import type { ParticipantState } from './participant.server.ts'
import { endLease, extendLease, sweep } from './presence-store.server.ts'

/** Intervals in seconds. */
const every = { lease: 10, sweep: 5, recheck: 5, repair: 15, repairWhenUnhealthy: 2 } as const

/** Time allowed for the intro form; much shorter when many sockets are idle. */
const patienceMs = 300_000
const crowdedPatienceMs = 10_000
const crowd = 100

/** Slightly more than the agents' grace of 5 s, so that it is over by the database's clock too. */
const afterAgentMs = 5_200

type Parts = {
  sockets: Sockets<ParticipantState>
  /** The caller calls `tick` instead of the timer. */
  isDriven: boolean
  recheck(): Promise<void>
  lookForAgents(): Promise<void>
  register(): Promise<void>
}

export async function startMaintenance(chat: ChatContext, parts: Parts) {
  const { deps, channels, log } = chat
  const { sockets, recheck, lookForAgents, register } = parts
  const { db, pubSub } = deps
  let seconds = 0
  let isStopped = false
  let busy: Promise<void> = Promise.resolve()
  const timers = new Set<NodeJS.Timeout>()

  /** A database outage must not end the process; the next tick retries. */
  async function attempt(event: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      log.warn({ event, error: describeError(error) })
    }
  }

  const lookWhoIsThere = () => attempt('chat_availability', lookForAgents)
  const lookWhoIsGone = () =>
    attempt('chat_sweep', async () => {
      channels.touch(await sweep(db))
      await lookForAgents()
    })
  const lookWhoIsRevoked = () => attempt('chat_recheck', recheck)

  async function work(): Promise<void> {
    const second = ++seconds
    if (second % every.lease === 0) {
      await attempt('chat_lease', async () => {
        if (!(await extendLease(db, pubSub.instanceId))) await register()
      })
    }
    if (second % every.sweep === 0) await lookWhoIsGone()
    if (second % every.recheck === 0) await lookWhoIsRevoked()
    const isSound = pubSub.isHealthy() && !channels.needsRepair
    if (second % (isSound ? every.repair : every.repairWhenUnhealthy) === 0) {
      await attempt('chat_repair', () => channels.repair())
    }
  }

  function closeIdle(): void {
    const idle = [...sockets.callers].filter(({ state }) => state === undefined)
    const patience = idle.length > crowd ? crowdedPatienceMs : patienceMs
    for (const connection of idle) {
      if (chat.clock() - connection.openedAt > patience) connection.dismiss(closeCodes.idle)
    }
  }

  async function tick(): Promise<void> {
    sockets.tick()
    closeIdle()
    busy = busy.then(work)
    await busy
  }

  await extendLease(db, pubSub.instanceId)
  await lookForAgents()
  let isTicking = false
  const ticker = setInterval(() => {
    if (parts.isDriven || isTicking) return
    isTicking = true
    void tick().finally(() => {
      isTicking = false
    })
  }, 1_000)

  return {
    tick,
    sweep: lookWhoIsGone,
    recheck: lookWhoIsRevoked,
    lookForAgents: lookWhoIsThere,
    async agentLeaves(release: () => Promise<void>): Promise<void> {
      await attempt('chat_agent_left', release)
      if (isStopped) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        void lookWhoIsGone()
      }, afterAgentMs)
      timers.add(timer)
    },
    async stop(): Promise<void> {
      if (isStopped) return
      isStopped = true
      clearInterval(ticker)
      for (const timer of timers) clearTimeout(timer)
      await busy
      await attempt('chat_lease', () => endLease(db, pubSub.instanceId))
    },
  }
}
