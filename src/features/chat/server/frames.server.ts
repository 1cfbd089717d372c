import { noteActivity } from '#features/notifications/presence/activity.server.ts'
import type { Concurrent } from '#server/sockets/socket.ts'
import { closeCodes } from '../protocol/constants.ts'
import { ClientFrame } from '../protocol/protocol.ts'
import { endByAgent, joinAgent, openSession } from './agent.server.ts'
import {
  type ChatContext,
  countBad,
  isId,
  sendError,
  sendFailure,
  sendSessionError,
  sendTyping,
} from './chat-context.server.ts'
import { type Participant, type ParticipantState, write } from './participant.server.ts'
import { sendMessage } from './send-message.server.ts'
import { endByVisitor, joinVisitor, setDelivered } from './visitor.server.ts'

const pong = write({ type: 'pong' })
const pingText = '{"type":"ping"}'
const ping = { type: 'ping' } as const

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

/** A promise delays the socket's next frame. Only messages do not wait for each other. */
export function handleClientFrame(
  chat: ChatContext,
  connection: Participant,
  text: string,
): void | Promise<void> | Concurrent {
  const frame = text === pingText ? ping : readFrame(text)
  if (typeof frame === 'string') {
    return connection.inOrder(() => {
      sendError(connection, 'invalid', frame)
      countBad(chat, connection)
    })
  }
  if (frame.type !== 'send_message')
    return connection.inOrder(() => handle(chat, connection, frame))
  const participant = participantIn(connection, frame.sessionId)
  if (participant) return sendMessage(chat, connection, participant, frame)
  return connection.inOrder(() => sendSessionError(chat, connection, frame.clientMessageId))
}

/** The participant, if it may use the session: visitors their own, agents any. */
function participantIn({ state }: Participant, sessionId: string): ParticipantState | undefined {
  const isOwn = state?.role === 'admin' || state?.sessionId === sessionId
  return isOwn && isId(sessionId) ? state : undefined
}

/** A half-joined client would miss messages without noticing. */
async function joinOrClose(connection: Participant, joining: Promise<void>): Promise<void> {
  try {
    await joining
  } catch (error) {
    sendFailure(connection)
    connection.dismiss(closeCodes.overloaded)
    throw error
  }
}

function noteInput({ deps }: ChatContext, { user, state }: Participant): void | Promise<void> {
  if (user && state?.role === 'admin') return noteActivity(deps.db, user.id)
}

function handle(
  chat: ChatContext,
  connection: Participant,
  frame: Exclude<ClientFrame, { type: 'send_message' }>,
): void | Promise<void> {
  switch (frame.type) {
    case 'ping':
      return connection.send(pong)
    case 'visitor_join':
      return joinOrClose(connection, joinVisitor(chat, connection, frame))
    case 'admin_join':
      return joinOrClose(connection, joinAgent(chat, connection, frame))
    case 'join_session':
      return joinOrClose(connection, openSession(chat, connection, frame))
    case 'mark_message_delivered':
      return setDelivered(chat, connection, frame)
    case 'activity':
      return noteInput(chat, connection)
  }
  const participant = participantIn(connection, frame.sessionId)
  if (!participant) return sendSessionError(chat, connection)
  if (frame.type === 'end_session') {
    return participant.role === 'admin'
      ? endByAgent(chat, connection, frame)
      : endByVisitor(chat, frame.sessionId)
  }
  sendTyping(chat, connection, participant, frame.sessionId, frame.type === 'typing_start')
}
