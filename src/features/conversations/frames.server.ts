import { ClientFrame } from '../chat/protocol.ts'
import { agentSeat, endByAgent, joinAgent, openSession } from './agent.server.ts'
import {
  complainOfFrame,
  complainOfSession,
  type Engine,
  isId,
  sendMessage,
  tellTyping,
} from './engine.server.ts'
import { type Participant, write } from './seat.server.ts'
import { endByVisitor, joinVisitor, markDelivered, ownsSession } from './visitor.server.ts'

const pong = write({ type: 'pong' })
const pingText = '{"type":"ping"}'

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

/** Deals with one frame; a promise means that the next of this socket must wait. */
export function hearFrame(engine: Engine, caller: Participant, text: string): void | Promise<void> {
  if (text === pingText) return caller.say(pong)
  const frame = readFrame(text)
  if (typeof frame === 'string') return complainOfFrame(engine, caller, frame)
  switch (frame.type) {
    case 'ping':
      return caller.say(pong)
    case 'visitor_join':
      return joinVisitor(engine, caller, frame)
    case 'admin_join':
      return joinAgent(engine, caller, frame)
    case 'join_session':
      return openSession(engine, caller, frame)
    case 'mark_message_delivered':
      return markDelivered(engine, caller, frame)
    default:
      return hearInSession(engine, caller, frame)
  }
}

type InSession = Extract<
  ClientFrame,
  { type: 'send_message' | 'typing_start' | 'typing_stop' | 'end_session' }
>

/** What both sides may say in a session: the visitor in their own, an agent in any. */
function hearInSession(
  engine: Engine,
  caller: Participant,
  frame: InSession,
): void | Promise<void> {
  const { state: seat } = caller
  const isAgent = seat?.role === 'admin'
  // What a socket without a role says of a session is answered as if the session did not exist.
  if (!seat || !isId(frame.sessionId) || !(isAgent || ownsSession(caller, frame.sessionId))) {
    const said = frame.type === 'send_message' ? frame.clientMessageId : undefined
    return complainOfSession(engine, caller, said)
  }
  switch (frame.type) {
    case 'send_message':
      return sendMessage(engine, caller, seat, frame)
    case 'typing_start':
      return tellTyping(engine, caller, seat, frame.sessionId, true)
    case 'typing_stop':
      return tellTyping(engine, caller, seat, frame.sessionId, false)
    case 'end_session':
      return isAgent && agentSeat(caller)
        ? endByAgent(engine, caller, frame)
        : endByVisitor(engine, frame.sessionId)
  }
}
