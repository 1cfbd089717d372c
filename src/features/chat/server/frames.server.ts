import type { Alongside } from '../../../server/live/socket.ts'
import { ClientFrame } from '../protocol/protocol.ts'
import { closeCodes } from '../protocol/words.ts'
import { endByAgent, joinAgent, openSession } from './agent.server.ts'
import {
  type ChatContext,
  isId,
  sendFailure,
  sendFrameError,
  sendMessage,
  sendSessionError,
  sendTyping,
} from './chat-context.server.ts'
import { type Participant, type ParticipantState, write } from './participant.server.ts'
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
 * Deals with one frame; a promise means that the next of this socket must wait. Messages do not
 * wait for each other, everything else for the messages before it.
 */
export function handleClientFrame(
  engine: ChatContext,
  caller: Participant,
  text: string,
): void | Promise<void> | Alongside {
  const frame = text === pingText ? ping : readFrame(text)
  if (typeof frame === 'string') {
    return caller.inOrder(() => sendFrameError(engine, caller, frame))
  }
  if (frame.type !== 'send_message') return caller.inOrder(() => answer(engine, caller, frame))
  const seat = seatIn(caller, frame.sessionId)
  if (seat) return sendMessage(engine, caller, seat, frame)
  return caller.inOrder(() => sendSessionError(engine, caller, frame.clientMessageId))
}

type Other = Exclude<ClientFrame, { type: 'send_message' }>

/**
 * Whoever comes in half-way would go on without hearing what they are owed, so a join that fails
 * ends the connection: the next one begins anew.
 */
async function whole(caller: Participant, joining: Promise<void>): Promise<void> {
  try {
    await joining
  } catch (error) {
    sendFailure(caller)
    caller.dismiss(closeCodes.overloaded)
    throw error
  }
}

function answer(engine: ChatContext, caller: Participant, frame: Other): void | Promise<void> {
  switch (frame.type) {
    case 'ping':
      return caller.say(pong)
    case 'visitor_join':
      return whole(caller, joinVisitor(engine, caller, frame))
    case 'admin_join':
      return whole(caller, joinAgent(engine, caller, frame))
    case 'join_session':
      return whole(caller, openSession(engine, caller, frame))
    case 'mark_message_delivered':
      return markDelivered(engine, caller, frame)
    default:
      return answerInSession(engine, caller, frame)
  }
}

/**
 * The seat of somebody who may speak in a session: the visitor in their own, an agent in any. For
 * everybody else the session is answered as if it did not exist.
 */
function seatIn(caller: Participant, sessionId: string): ParticipantState | undefined {
  const { state: seat } = caller
  const isAgent = seat?.role === 'admin'
  return isId(sessionId) && (isAgent || ownsSession(caller, sessionId)) ? seat : undefined
}

type InSession = Extract<Other, { type: 'typing_start' | 'typing_stop' | 'end_session' }>

function answerInSession(
  engine: ChatContext,
  caller: Participant,
  frame: InSession,
): void | Promise<void> {
  const seat = seatIn(caller, frame.sessionId)
  if (!seat) return sendSessionError(engine, caller)
  switch (frame.type) {
    case 'typing_start':
      return sendTyping(engine, caller, seat, frame.sessionId, true)
    case 'typing_stop':
      return sendTyping(engine, caller, seat, frame.sessionId, false)
    case 'end_session':
      return seat.role === 'admin'
        ? endByAgent(engine, caller, frame)
        : endByVisitor(engine, frame.sessionId)
  }
}
