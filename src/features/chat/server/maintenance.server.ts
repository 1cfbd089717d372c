import { countAvailable } from '#features/notifications/presence/activity.server.ts'
import { describeError } from '#server/database/describe-error.ts'
import { stillSignedIn } from '#server/http/identify.ts'
import type { Sockets } from '#server/sockets/socket.ts'
import { closeCodes } from '../protocol/constants.ts'
import type { ChatContext } from './chat-context.server.ts'
import { type ParticipantState, write } from './participant.server.ts'
import { addConnections, endLease, extendLease, sweep } from './presence.server.ts'
import { sessionsOfAgent } from './sessions.server.ts'

/** Seconds. */
const every = { lease: 10, sweep: 5, recheck: 5, repair: 15, repairWhenUnhealthy: 2 } as const

/** The time allowed for the intro form; much shorter while many sockets are idle. */
const idleMs = 300_000
const crowdedIdleMs = 10_000
const manyIdle = 100

/** Slightly more than the agents' grace of 5 s, so that it is over by the database's clock too. */
const afterAgentMs = 5_200

const available = write({ type: 'availability', available: true })
const unavailable = write({ type: 'availability', available: false })

/** @param isDriven the caller invokes `tick`, so no timer is started. */
export async function startMaintenance(
  { deps: { db, pubSub }, broadcast, inbox, log, clock }: ChatContext,
  sockets: Sockets<ParticipantState>,
  isDriven: boolean,
) {
  const { connections } = sockets
  let availability = unavailable
  let checking: Promise<void> = Promise.resolve()
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

  function checkAvailability(): Promise<void> {
    checking = checking.then(() =>
      attempt('chat_availability', async () => {
        const frame = (await countAvailable(db)) > 0 ? available : unavailable
        if (frame === availability) return
        availability = frame
        for (const connection of connections)
          if (connection.state?.role !== 'admin') connection.send(frame)
      }),
    )
    return checking
  }

  async function sweepAll(): Promise<void> {
    await attempt('chat_sweep', async () => broadcast.notifyChanged(await sweep(db)))
    await checkAvailability()
  }

  /** Disconnects agents whose account session has ended and applies changed display names. */
  const recheck = () =>
    attempt('chat_recheck', async () => {
      const agents = [...connections].filter(({ user, state }) => user && state?.role !== 'visitor')
      const ids = new Set(agents.flatMap(({ user }) => user?.sessionId ?? []))
      const alive = await stillSignedIn(db, [...ids])
      const renamed = new Set<string>()
      for (const agent of agents) {
        const { user } = agent
        const displayName = user && alive.get(user.sessionId)
        if (user && displayName !== undefined) {
          if (displayName !== user.displayName) renamed.add(user.id)
          user.displayName = displayName
          continue
        }
        log.info({ event: 'socket_revoked', userId: user?.id })
        agent.dismiss(closeCodes.revoked)
      }
      for (const id of renamed) broadcast.notifyChanged(await sessionsOfAgent(db, id))
    })

  /** Adds the presence rows again if they were removed with an expired lease. */
  async function extend(): Promise<void> {
    const { instanceId } = pubSub
    if (await extendLease(db, instanceId)) return
    const rows = [...connections].flatMap(({ user, state }) => {
      if (!state) return []
      const { role, leases } = state
      const userId = role === 'admin' ? (user?.id ?? null) : null
      return leases.map(({ id, sessionId }) => ({ id, instanceId, sessionId, userId, role }))
    })
    await addConnections(db, rows)
  }

  async function work(): Promise<void> {
    const second = ++seconds
    if (second % every.lease === 0) await attempt('chat_lease', extend)
    if (second % every.sweep === 0) await sweepAll()
    if (second % every.recheck === 0) await recheck()
    const isSound = pubSub.isHealthy() && !broadcast.needsRepair
    if (second % (isSound ? every.repair : every.repairWhenUnhealthy) === 0) {
      await attempt('chat_repair', () => broadcast.repair())
      await inbox.compare()
    }
  }

  function closeIdle(): void {
    const idle = [...connections].filter(({ state }) => state === undefined)
    const limit = idle.length > manyIdle ? crowdedIdleMs : idleMs
    for (const connection of idle) {
      if (clock() - connection.openedAt > limit) connection.dismiss(closeCodes.idle)
    }
  }

  async function tick(): Promise<void> {
    sockets.tick()
    closeIdle()
    busy = busy.then(work)
    await busy
  }

  await extendLease(db, pubSub.instanceId)
  await checkAvailability()
  await inbox.compare()
  let isTicking = false
  const ticker = setInterval(() => {
    if (isDriven || isTicking) return
    isTicking = true
    void tick().finally(() => {
      isTicking = false
    })
  }, 1_000)

  return {
    tick,
    recheck,
    checkAvailability,
    sweep: sweepAll,
    availability: () => availability,
    async agentLeaves(release: () => Promise<void>): Promise<void> {
      await attempt('chat_agent_left', release)
      if (isStopped) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        void sweepAll()
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
