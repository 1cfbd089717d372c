import type { Alongside } from '../../../server/live/socket.ts'
import { ClientFrame } from '../protocol/protocol.ts'
import { closeCodes } from '../protocol/words.ts'
import { endByAgent, joinAgent, openSession } from './agent.server.ts'
import {
  type ChatContext,
  isId,
  sendFailure,
  sendFrameError,
  sendSessionError,
  sendTyping,
} from './chat-context.server.ts'
import { type Participant, type ParticipantState, write } from './participant.server.ts'
import { sendMessage } from './send-message.server.ts'
import { endByVisitor, joinVisitor, markDelivered, ownsSession } from './visitor.server.ts'

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

/**
 * Handles one frame; a promise means that the socket's next frame must wait. Messages do not wait
 * for each other; every other frame waits for the messages before it.
 */
export function handleClientFrame(
  chat: ChatContext,
  connection: Participant,
  text: string,
): void | Promise<void> | Alongside {
  const frame = text === pingText ? ping : readFrame(text)
  if (typeof frame === 'string') {
    return connection.inOrder(() => sendFrameError(chat, connection, frame))
  }
  if (frame.type !== 'send_message')
    return connection.inOrder(() => answer(chat, connection, frame))
  const participant = participantIn(connection, frame.sessionId)
  if (participant) return sendMessage(chat, connection, participant, frame)
  return connection.inOrder(() => sendSessionError(chat, connection, frame.clientMessageId))
}

type Other = Exclude<ClientFrame, { type: 'send_message' }>

/**
 * Closes the connection if a join fails: a half-joined client would miss messages without noticing.
 */
async function whole(connection: Participant, joining: Promise<void>): Promise<void> {
  try {
    await joining
  } catch (error) {
    sendFailure(connection)
    connection.dismiss(closeCodes.overloaded)
    throw error
  }
}

function answer(chat: ChatContext, connection: Participant, frame: Other): void | Promise<void> {
  switch (frame.type) {
    case 'ping':
      return connection.say(pong)
    case 'visitor_join':
      return whole(connection, joinVisitor(chat, connection, frame))
    case 'admin_join':
      return whole(connection, joinAgent(chat, connection, frame))
    case 'join_session':
      return whole(connection, openSession(chat, connection, frame))
    case 'mark_message_delivered':
      return markDelivered(chat, connection, frame)
    default:
      return answerInSession(chat, connection, frame)
  }
}

/**
 * The participant, if it may use the session: visitors their own, agents any. Otherwise the session
 * is reported as not found.
 */
function participantIn(connection: Participant, sessionId: string): ParticipantState | undefined {
  const { state: participant } = connection
  const isAgent = participant?.role === 'admin'
  return isId(sessionId) && (isAgent || ownsSession(connection, sessionId))
    ? participant
    : undefined
}

type InSession = Extract<Other, { type: 'typing_start' | 'typing_stop' | 'end_session' }>

function answerInSession(
  chat: ChatContext,
  connection: Participant,
  frame: InSession,
): void | Promise<void> {
  const participant = participantIn(connection, frame.sessionId)
  if (!participant) return sendSessionError(chat, connection)
  switch (frame.type) {
    case 'typing_start':
      return sendTyping(chat, connection, participant, frame.sessionId, true)
    case 'typing_stop':
      return sendTyping(chat, connection, participant, frame.sessionId, false)
    case 'end_session':
      return participant.role === 'admin'
        ? endByAgent(chat, connection, frame)
        : endByVisitor(chat, frame.sessionId)
  }
}
