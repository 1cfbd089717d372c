import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Dependencies, SignedIn } from '../../../server/context.ts'
import { describeError } from '../../../server/http/errors.ts'
import { cookieName, identify, stillSignedIn } from '../../../server/http/identify.ts'
import { addressReader } from '../../../server/live/address.ts'
import { Batch } from '../../../server/live/batch.ts'
import { type SocketCaps, Sockets, usualCaps } from '../../../server/live/socket.ts'
import { closeCodes, socketPath } from '../protocol/words.ts'
import { agentLeft } from './agent.server.ts'
import { Availability } from './availability.server.ts'
import { ChatChannels } from './channels.server.ts'
import {
  type ChatContext,
  type Pace,
  sendFailure,
  sendTyping,
  usualPace,
} from './chat-context.server.ts'
import { handleClientFrame } from './frames.server.ts'
import { startMaintenance } from './maintenance.server.ts'
import { openDeliveryStore, openMessageStore, readDelivered } from './message-store.server.ts'
import { type Participant, type ParticipantState, write } from './participant.server.ts'
import { addConnections, removeVisitors } from './presence-store.server.ts'
import { visitorLeft } from './visitor.server.ts'

export type ChatOptions = {
  tools: Dependencies
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  caps?: Partial<SocketCaps>
  pace?: Partial<Pace>
  /** Another place for messages: what persistence costs is measured without it. */
  messages?: ChatContext['messages']
  /** Milliseconds that only grow; a test gives its own, and calls `tick` itself. */
  clock?: () => number
}

export type Chat = {
  /** @returns false when the upgrade is for somebody else. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean
  /** What is due after a second of the clock. */
  tick(): Promise<void>
  /** Looks at once who is gone, on all instances. */
  sweep(): Promise<void>
  /** Open sockets. */
  size(): number
  /** Open sockets by role; `none` has not joined yet. */
  roles(): Record<'visitor' | 'agent' | 'none', number>
  /** Sends everybody away, spread over `spreadMs`; they come back to another instance. */
  drain(spreadMs?: number): Promise<void>
  close(): Promise<void>
}

const greeting = write({ type: 'connection_established' })

/** Reads the session cookie of an upgrade; see `Sockets` for what the answers lead to. */
async function identifyUpgrade({ db, config }: Dependencies, { headers }: IncomingMessage) {
  const name = cookieName(config.secureCookies)
  const pair = (headers.cookie ?? '').split(';').find((part) => part.trim().startsWith(`${name}=`))
  const token = pair?.slice(pair.indexOf('=') + 1).trim()
  if (!token) return undefined
  const known = await identify(db, decodeURIComponent(token))
  return known?.user ?? 'dead'
}

function openEngine(options: ChatOptions): ChatContext {
  const { tools, log, pace, messages, clock = () => performance.now() } = options
  const report = (error: unknown) => log.error({ event: 'chat', error: describeError(error) })
  const rooms = new ChatChannels(tools.db, tools.hub, report)
  return {
    tools,
    log,
    clock,
    pace: { ...usualPace, ...pace },
    rooms,
    messages: messages ?? openMessageStore(tools),
    deliveries: openDeliveryStore(tools.db),
    leavers: new Batch(async (ids) => {
      try {
        rooms.touch(await removeVisitors(tools.db, ids))
      } catch (error) {
        // Their rows stay until the lease of this instance ends; the sweep notices then.
        report(error)
      }
      return ids.map(() => undefined)
    }),
  }
}

/** Hears what other instances nudge about. */
function listen({ tools, rooms, log }: ChatContext, recheck: () => void): void {
  const { hub, db } = tools
  hub.on('typing', ({ sessionId, by, userId, isTyping }) => {
    const room = rooms.rooms.get(sessionId)
    const isOpen = room?.state?.status === 'waiting' || room?.state?.status === 'active'
    if (!room || !isOpen || room.isCheck) return
    const listeners = by === 'visitor' ? rooms.agents : room.visitors
    if (listeners.size === 0) return
    const frame = write({ type: 'user_typing', sessionId, userType: by, userId, isTyping })
    for (const listener of listeners) listener.whisper(frame)
  })
  hub.on('delivered', ({ ids }) => {
    if (rooms.agents.size === 0) return
    readDelivered(db, ids)
      .then((deliveries) => {
        for (const { id: messageId, sessionId, deliveredAt } of deliveries) {
          rooms.tellAgents({ type: 'message_delivered', sessionId, messageId, deliveredAt })
        }
      })
      .catch((error) => log.warn({ event: 'chat_delivered', error: describeError(error) }))
  })
  hub.on('revoke', recheck)
  tools.revoked.add(() => hub.publish({ kind: 'revoke' }))
}

/** Closes the sockets of agents whose session has ended, by sign-out or by time. */
async function closeRevoked(
  { tools, log }: ChatContext,
  callers: Iterable<Participant>,
): Promise<void> {
  const agents = [...callers].filter(({ user, state }) => user && state?.role !== 'visitor')
  const ids = agents.map(({ user }) => (user as SignedIn).sessionId)
  if (ids.length === 0) return
  const alive = await stillSignedIn(tools.db, [...new Set(ids)])
  for (const agent of agents) {
    const { user } = agent
    if (user && alive.has(user.sessionId)) continue
    log.info({ event: 'socket_revoked', userId: user?.id })
    agent.dismiss(closeCodes.revoked)
  }
}

/** The live chat of one instance. */
export async function openChat(options: ChatOptions): Promise<Chat> {
  const { tools, log } = options
  const engine = openEngine(options)
  let isDraining = false
  const sockets = new Sockets<ParticipantState>({
    allowedOrigins: tools.config.allowedOrigins,
    isHttps: tools.config.secureCookies,
    caps: { ...usualCaps, ...options.caps },
    log,
    clock: engine.clock,
    addressOf: addressReader(tools.config.trustProxy),
    identify: (request) => identifyUpgrade(tools, request),
    opened(caller) {
      caller.say(greeting)
      availability.greet(caller)
    },
    heard: (caller, text) => handleClientFrame(engine, caller, text),
    failed: sendFailure,
    closed(caller) {
      const seat = caller.state
      if (!seat) return
      if (seat.typingIn) sendTyping(engine, caller, seat, seat.typingIn, false)
      // Whoever is sent away by a restart comes back; the lease of this instance tells who did not.
      if (isDraining) return
      if (seat.role === 'visitor') visitorLeft(engine, caller, seat)
      else void upkeep.agentLeaves(() => agentLeft(engine, caller, seat))
    },
  })
  const availability = new Availability(tools.db, sockets.callers)
  const connected = () =>
    [...sockets.callers].flatMap(({ user, state }) =>
      (state?.leases ?? []).map(({ id, sessionId }) => ({
        ...{ id, instanceId: tools.hub.instanceId, sessionId },
        ...{ userId: state?.role === 'admin' ? (user?.id ?? null) : null },
        ...{ role: state?.role ?? 'visitor' },
      })),
    )
  const upkeep = await startMaintenance(engine, {
    ...{ sockets, isDriven: options.clock !== undefined },
    recheck: () => closeRevoked(engine, sockets.callers),
    lookForAgents: () => availability.look(),
    register: () => addConnections(tools.db, connected()),
  })
  listen(engine, () => void upkeep.recheck())
  tools.hub.on('agents', () => void upkeep.lookForAgents())
  return {
    upgrade(request, stream, head) {
      if (request.url?.split('?')[0] !== socketPath) return false
      void sockets.upgrade(request, stream, head)
      return true
    },
    tick: upkeep.tick,
    sweep: upkeep.sweep,
    size: () => sockets.callers.size,
    roles() {
      const open = { visitor: 0, agent: 0, none: 0 }
      for (const { state } of sockets.callers) {
        open[state?.role === 'admin' ? 'agent' : (state?.role ?? 'none')]++
      }
      return open
    },
    async drain(spreadMs = 0) {
      isDraining = true
      await upkeep.stop()
      await sockets.drain(write({ type: 'server_draining' }), closeCodes.restart, spreadMs)
    },
    async close() {
      isDraining = true
      await upkeep.stop()
      sockets.end()
      engine.rooms.close()
    },
  }
}
