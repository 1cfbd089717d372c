import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { parseCookie } from 'cookie'
import { describeError } from '#server/database/describe-error.ts'
import { clientAddressReader } from '#server/http/client-address.ts'
import { cookieName, identify } from '#server/http/identify.ts'
import { Batch } from '#server/pub-sub/batch.ts'
import type { Dependencies } from '#server/service/context.ts'
import { InboxChanges } from '#server/sockets/inbox-changes.ts'
import { type SocketCaps, Sockets, usualCaps } from '#server/sockets/socket.ts'
import { closeCodes, socketPath } from '../protocol/constants.ts'
import { ChatBroadcast } from './broadcast.server.ts'
import { type ChatContext, type Pace, sendFailure, usualPace } from './chat-context.server.ts'
import { handleFrame } from './handle-frame.server.ts'
import { agentLeft, sendInboxChanged } from './join-agent.server.ts'
import { visitorLeft } from './join-visitor.server.ts'
import { startMaintenance } from './maintenance.server.ts'
import { openDeliveryStore, openMessageStore, readDelivered } from './messages.server.ts'
import { type ParticipantState, write } from './participant.server.ts'
import { removeVisitors } from './presence.server.ts'
import { sendTyping } from './typing.server.ts'

export type ChatOptions = Pick<ChatContext, 'deps' | 'log'> & {
  caps?: Partial<SocketCaps>
  pace?: Partial<Pace>
  /** Replaces the message store, to measure the chat without persistence. */
  messages?: ChatContext['messages']
  /** The monotonic clock in milliseconds. A test supplies its own and calls `tick` itself. */
  clock?: () => number
}

export type Chat = Awaited<ReturnType<typeof openChat>>

const greeting = write({ type: 'connection_established' })

async function identifyUpgrade({ db, config }: Dependencies, { headers }: IncomingMessage) {
  const token = parseCookie(headers.cookie ?? '')[cookieName(config.secureCookies)]
  if (!token) return undefined
  const found = await identify(db, token)
  return found?.user ?? 'dead'
}

function openContext({ deps, log, pace, messages, clock }: ChatOptions): ChatContext {
  const report = (error: unknown) => log.error({ event: 'chat', error: describeError(error) })
  const broadcast = new ChatBroadcast(deps, report)
  const inbox = new InboxChanges(
    deps,
    () => broadcast.agents.size > 0,
    (topics, inboxAt) => sendInboxChanged({ deps, broadcast }, topics, inboxAt),
    report,
  )
  return {
    deps,
    log,
    broadcast,
    inbox,
    clock: clock ?? (() => performance.now()),
    pace: { ...usualPace, ...pace },
    messages: messages ?? openMessageStore(deps),
    deliveries: openDeliveryStore(deps.db),
    closedVisitors: new Batch(async (ids) => {
      // After a failure the rows stay until the lease of this instance expires.
      await removeVisitors(deps.db, ids).then((left) => broadcast.notifyChanged(left), report)
      return ids.map(() => undefined)
    }),
  }
}

export async function openChat(options: ChatOptions) {
  const { deps, log } = options
  const { config, pubSub, db } = deps
  const chat = openContext(options)
  const { broadcast } = chat
  let isDraining = false
  const sockets = new Sockets<ParticipantState>({
    allowedOrigins: config.allowedOrigins,
    isHttps: config.secureCookies,
    caps: { ...usualCaps, ...options.caps },
    log,
    clock: chat.clock,
    addressOf: clientAddressReader(config.trustProxy),
    identify: (request) => identifyUpgrade(deps, request),
    opened(connection) {
      connection.send(greeting)
      connection.send(maintenance.availability())
    },
    received: (connection, text) => handleFrame(chat, connection, text),
    failed: sendFailure,
    closed(connection) {
      const { state } = connection
      if (!state) return
      if (state.typingIn) sendTyping(chat, connection, state, state.typingIn, false)
      // Drained clients reconnect; the instance's lease reveals those that do not.
      if (isDraining) return
      if (state.role === 'visitor') visitorLeft(chat, connection, state)
      else void maintenance.agentLeaves(() => agentLeft(chat, connection, state))
    },
  })
  const maintenance = await startMaintenance(chat, sockets, options.clock !== undefined)
  pubSub.on('typing', ({ sessionId, by: userType, userId, isTyping }) =>
    broadcast.sendTyping({ type: 'user_typing', sessionId, userType, userId, isTyping }),
  )
  pubSub.on('delivered', ({ ids }) => {
    if (broadcast.agents.size === 0) return
    readDelivered(db, ids)
      .then((deliveries) => {
        for (const { id: messageId, sessionId, deliveredAt } of deliveries) {
          broadcast.sendToAgents({ type: 'message_delivered', sessionId, messageId, deliveredAt })
        }
      })
      .catch((error) => log.warn({ event: 'chat_delivered', error: describeError(error) }))
  })
  pubSub.on('revoke', () => void maintenance.recheck())
  pubSub.on('agents', () => void maintenance.checkAvailability())
  deps.revoked.add(() => pubSub.publish({ kind: 'revoke' }))
  return {
    /** @returns false if the upgrade is not for the chat. */
    upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean {
      if (request.url?.split('?')[0] !== socketPath) return false
      void sockets.upgrade(request, stream, head)
      return true
    },
    tick: maintenance.tick,
    sweep: maintenance.sweep,
    size: () => sockets.connections.size,
    /** Open sockets by role; `none` has not joined yet. */
    roles() {
      const open = { visitor: 0, agent: 0, none: 0 }
      for (const { state } of sockets.connections) {
        open[state?.role === 'admin' ? 'agent' : (state?.role ?? 'none')]++
      }
      return open
    },
    /** Disconnects all sockets, spread over `spreadMs`; they reconnect to another instance. */
    async drain(spreadMs = 0): Promise<void> {
      isDraining = true
      await maintenance.stop()
      await sockets.drain(write({ type: 'server_draining' }), closeCodes.restart, spreadMs)
    },
    async close(): Promise<void> {
      isDraining = true
      await maintenance.stop()
      sockets.end()
      broadcast.close()
      chat.inbox.close()
    },
  }
}
