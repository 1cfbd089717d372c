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
  deps: Dependencies
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  caps?: Partial<SocketCaps>
  pace?: Partial<Pace>
  /** Replaces the message store, to measure the chat without persistence. */
  messages?: ChatContext['messages']
  /** Monotonic milliseconds; a test gives its own, and calls `tick` itself. */
  clock?: () => number
}

export type Chat = {
  /** @returns false when the upgrade is not for the chat. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean
  tick(): Promise<void>
  /** Removes expired presence rows of all instances now. */
  sweep(): Promise<void>
  size(): number
  /** Open sockets by role; `none` has not joined yet. */
  roles(): Record<'visitor' | 'agent' | 'none', number>
  /** Disconnects all sockets, spread over `spreadMs`; they reconnect to another instance. */
  drain(spreadMs?: number): Promise<void>
  close(): Promise<void>
}

const greeting = write({ type: 'connection_established' })

async function identifyUpgrade({ db, config }: Dependencies, { headers }: IncomingMessage) {
  const name = cookieName(config.secureCookies)
  const pair = (headers.cookie ?? '').split(';').find((part) => part.trim().startsWith(`${name}=`))
  const token = pair?.slice(pair.indexOf('=') + 1).trim()
  if (!token) return undefined
  const known = await identify(db, decodeURIComponent(token))
  return known?.user ?? 'dead'
}

function openEngine(options: ChatOptions): ChatContext {
  const { deps, log, pace, messages, clock = () => performance.now() } = options
  const report = (error: unknown) => log.error({ event: 'chat', error: describeError(error) })
  const channels = new ChatChannels(deps.db, deps.pubSub, report)
  return {
    deps,
    log,
    clock,
    pace: { ...usualPace, ...pace },
    channels,
    messages: messages ?? openMessageStore(deps),
    deliveries: openDeliveryStore(deps.db),
    leavers: new Batch(async (ids) => {
      try {
        channels.touch(await removeVisitors(deps.db, ids))
      } catch (error) {
        // The rows stay until the lease of this instance expires; the sweep then removes them.
        report(error)
      }
      return ids.map(() => undefined)
    }),
  }
}

function listen({ deps, channels, log }: ChatContext, recheck: () => void): void {
  const { pubSub, db } = deps
  pubSub.on('typing', ({ sessionId, by, userId, isTyping }) => {
    const channel = channels.channels.get(sessionId)
    const isOpen = channel?.state?.status === 'waiting' || channel?.state?.status === 'active'
    if (!channel || !isOpen || channel.isCheck) return
    const listeners = by === 'visitor' ? channels.agents : channel.visitors
    if (listeners.size === 0) return
    const frame = write({ type: 'user_typing', sessionId, userType: by, userId, isTyping })
    for (const listener of listeners) listener.whisper(frame)
  })
  pubSub.on('delivered', ({ ids }) => {
    if (channels.agents.size === 0) return
    readDelivered(db, ids)
      .then((deliveries) => {
        for (const { id: messageId, sessionId, deliveredAt } of deliveries) {
          channels.tellAgents({ type: 'message_delivered', sessionId, messageId, deliveredAt })
        }
      })
      .catch((error) => log.warn({ event: 'chat_delivered', error: describeError(error) }))
  })
  pubSub.on('revoke', recheck)
  deps.revoked.add(() => pubSub.publish({ kind: 'revoke' }))
}

async function closeRevoked(
  { deps, log }: ChatContext,
  callers: Iterable<Participant>,
): Promise<void> {
  const agents = [...callers].filter(({ user, state }) => user && state?.role !== 'visitor')
  const ids = agents.map(({ user }) => (user as SignedIn).sessionId)
  if (ids.length === 0) return
  const alive = await stillSignedIn(deps.db, [...new Set(ids)])
  for (const agent of agents) {
    const { user } = agent
    if (user && alive.has(user.sessionId)) continue
    log.info({ event: 'socket_revoked', userId: user?.id })
    agent.dismiss(closeCodes.revoked)
  }
}

export async function openChat(options: ChatOptions): Promise<Chat> {
  const { deps, log } = options
  const chat = openEngine(options)
  let isDraining = false
  const sockets = new Sockets<ParticipantState>({
    allowedOrigins: deps.config.allowedOrigins,
    isHttps: deps.config.secureCookies,
    caps: { ...usualCaps, ...options.caps },
    log,
    clock: chat.clock,
    addressOf: addressReader(deps.config.trustProxy),
    identify: (request) => identifyUpgrade(deps, request),
    opened(connection) {
      connection.say(greeting)
      availability.greet(connection)
    },
    heard: (connection, text) => handleClientFrame(chat, connection, text),
    failed: sendFailure,
    closed(connection) {
      const participant = connection.state
      if (!participant) return
      if (participant.typingIn)
        sendTyping(chat, connection, participant, participant.typingIn, false)
      // Drained clients reconnect; the instance's lease reveals those that do not.
      if (isDraining) return
      if (participant.role === 'visitor') visitorLeft(chat, connection, participant)
      else void maintenance.agentLeaves(() => agentLeft(chat, connection, participant))
    },
  })
  const availability = new Availability(deps.db, sockets.callers)
  const connected = () =>
    [...sockets.callers].flatMap(({ user, state }) =>
      (state?.leases ?? []).map(({ id, sessionId }) => ({
        ...{ id, instanceId: deps.pubSub.instanceId, sessionId },
        ...{ userId: state?.role === 'admin' ? (user?.id ?? null) : null },
        ...{ role: state?.role ?? 'visitor' },
      })),
    )
  const maintenance = await startMaintenance(chat, {
    ...{ sockets, isDriven: options.clock !== undefined },
    recheck: () => closeRevoked(chat, sockets.callers),
    lookForAgents: () => availability.look(),
    register: () => addConnections(deps.db, connected()),
  })
  listen(chat, () => void maintenance.recheck())
  deps.pubSub.on('agents', () => void maintenance.lookForAgents())
  return {
    upgrade(request, stream, head) {
      if (request.url?.split('?')[0] !== socketPath) return false
      void sockets.upgrade(request, stream, head)
      return true
    },
    tick: maintenance.tick,
    sweep: maintenance.sweep,
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
      await maintenance.stop()
      await sockets.drain(write({ type: 'server_draining' }), closeCodes.restart, spreadMs)
    },
    async close() {
      isDraining = true
      await maintenance.stop()
      sockets.end()
      chat.channels.close()
    },
  }
}
