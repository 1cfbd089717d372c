import { recordActivity } from '#features/notifications/presence/activity.server.ts'
import type { Concurrent } from '#server/sockets/socket.ts'
import { closeCodes } from '../protocol/constants.ts'
import { ClientFrame } from '../protocol/protocol.ts'
import {
  type ChatContext,
  countBad,
  isId,
  sendError,
  sendFailure,
  sendSessionError,
} from './chat-context.server.ts'
import { endSession } from './end-session.server.ts'
import { joinAgent } from './join-agent.server.ts'
import { joinVisitor } from './join-visitor.server.ts'
import { markDelivered } from './mark-delivered.server.ts'
import { openSession } from './open-session.server.ts'
import { type Participant, type ParticipantState, write } from './participant.server.ts'
import { sendMessage } from './send-message.server.ts'
import { sendTyping } from './typing.server.ts'

const pong = write({ type: 'pong' })
const pingText = '{"type":"ping"}'
const ping = { type: 'ping' } as const

type Done = void | Promise<void>
type Frame<T> = Extract<ClientFrame, { type: T }>
type Action<F> = (chat: ChatContext, connection: Participant, frame: F) => Done | Concurrent

/** A failed join closes the socket: a half-joined client would miss messages without noticing. */
const joining =
  <F>(join: (chat: ChatContext, connection: Participant, frame: F) => Promise<void>): Action<F> =>
  async (chat, connection, frame) => {
    try {
      await join(chat, connection, frame)
    } catch (error) {
      sendFailure(connection)
      connection.dismiss(closeCodes.overloaded)
      throw error
    }
  }

type InSession = { sessionId: string; clientMessageId?: string | null }

/** Restricts a handler to participants who may use the session: visitors their own, agents any. */
const inSession =
  <F extends InSession>(
    act: (
      chat: ChatContext,
      connection: Participant,
      participant: ParticipantState,
      frame: F,
    ) => Done | Concurrent,
  ): Action<F> =>
  (chat, connection, frame) => {
    const { state } = connection
    const isOwn = state?.role === 'admin' || state?.sessionId === frame.sessionId
    if (state && isOwn && isId(frame.sessionId)) return act(chat, connection, state, frame)
    return connection.inOrder(() => sendSessionError(chat, connection, frame.clientMessageId))
  }

const actions: { [T in ClientFrame['type']]: Action<Frame<T>> } = {
  ping: (_chat, connection) => connection.send(pong),
  visitor_join: joining(joinVisitor),
  admin_join: joining(joinAgent),
  join_session: joining(openSession),
  send_message: inSession(sendMessage),
  mark_message_delivered: markDelivered,
  typing_start: inSession((chat, connection, participant, { sessionId }) =>
    sendTyping(chat, connection, participant, sessionId, true),
  ),
  typing_stop: inSession((chat, connection, participant, { sessionId }) =>
    sendTyping(chat, connection, participant, sessionId, false),
  ),
  end_session: inSession(endSession),
  activity({ deps }, { user, state }) {
    if (user && state?.role === 'admin') return recordActivity(deps.db, user.id)
  },
}

function readFrame(text: string): ClientFrame | string {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return 'A message must be JSON.'
  }
  const read = ClientFrame.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  if (issue?.code === 'invalid_union') return 'Unknown message type'
  return `Invalid message: ${issue?.path.join('.') || 'it must be an object with a type'}`
}

/**
 * The returned promise delays the socket's next frame. Only messages do not wait for each other.
 */
export function handleFrame(
  chat: ChatContext,
  connection: Participant,
  text: string,
): Done | Concurrent {
  const frame = text === pingText ? ping : readFrame(text)
  if (typeof frame === 'string') {
    return connection.inOrder(() => {
      sendError(connection, 'invalid', frame)
      countBad(chat, connection)
    })
  }
  const act = actions[frame.type] as Action<ClientFrame>
  if (frame.type === 'send_message') return act(chat, connection, frame)
  return connection.inOrder(() => act(chat, connection, frame) as Done)
}
