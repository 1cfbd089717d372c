import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { firmWords } from '#features/site/layout/firm-words.ts'
import { shownDefaults } from '#test/harness/live-defaults.ts'
import type { VisitorChat, VisitorState } from '../client/visitor-chat.ts'
import { ChatBody } from './chat-body.tsx'
import { withConversation } from './leave-message.tsx'
import { headOf } from './use-panel-status.ts'

const firm = firmWords(shownDefaults())

const talking: VisitorState = {
  connection: 'connected',
  isAgentThere: true,
  phase: 'active',
  sessionId: 's',
  agent: { name: 'Mara', isPresent: true },
  messages: [],
  outbox: [],
  agentTypes: false,
  isCatchingUp: false,
  refusal: undefined,
  isFull: false,
}
const head = (change: Partial<VisitorState>) => {
  const { title, line } = headOf(firm, { ...talking, ...change }, undefined)
  return [title, line]
}

test('the head says who is there and how things stand', () => {
  const alone = { agent: undefined, phase: 'waiting' } as const
  expect(head({})).toEqual(['Mara', `${firm.name} · online`])
  const lead = { name: 'Mara', title: 'Lead', isPresent: true }
  expect(head({ agent: lead })).toEqual(['Mara', 'Lead · online'])
  expect(head({ agentTypes: true })).toEqual(['Mara', 'Mara is typing'])
  expect(head({ agent: { name: 'Mara', isPresent: false } })).toEqual([
    'Mara',
    `${firm.name} · away`,
  ])
  expect(head({ connection: 'disconnected' })).toEqual(['Mara', 'Disconnected. Reconnecting…'])
  expect(head({ connection: 'reconnecting' })).toEqual(['Mara', 'Disconnected. Reconnecting…'])
  expect(head({ connection: 'connecting' })).toEqual(['Mara', 'Connecting…'])
  expect(head({ ...alone })).toEqual(['Chat with us', 'Connected'])
  expect(head({ ...alone, phase: 'joining' })).toEqual(['Chat with us', 'Connecting…'])
  expect(head({ phase: 'ended' })).toEqual(['Chat with us', 'Chat ended'])
})

test('the usual response time is shown when there is one', () => {
  const state = { ...talking, phase: 'intro' as const, agent: undefined }
  const line = (minutes: number | null) =>
    headOf(firm, state, { available: true, isAway: false, minutes }).line
  const away = { available: false, isAway: true, minutes: 4 }
  expect(headOf(firm, state, away).line).toMatch(/^Back /)
  expect([line(4), line(1), line(null)]).toEqual([
    'Usually replies in 4 minutes',
    'Usually replies in 1 minute',
    'We are online',
  ])
})

test('whoever started too many chats is offered to leave a message, without blame', () => {
  const intro = (isFull: boolean) => {
    const ignore = () => {}
    return renderToStaticMarkup(
      <MemoryRouter>
        <ChatBody
          chat={{} as VisitorChat}
          conversation={[]}
          available={true}
          fromHeader={false}
          begunHere={false}
          leaving={false}
          onLeaving={ignore}
          onStart={ignore}
          onDownload={ignore}
          state={{ ...talking, phase: 'intro', isFull }}
        />
      </MemoryRouter>,
    )
  }
  expect(intro(false)).not.toMatch(/busy|Leave a message/)
  expect(intro(true)).toMatch(
    /The chat is busy right now\. Leave a message and we reply by email by [^<]+, your time\./,
  )
  expect(intro(true)).toMatch(/<button[^>]*>Leave a Message/)
})

test('a left message carries the conversation, of a long one the end, and never too much', () => {
  expect(withConversation('Call me', '')).toBe('Call me')
  expect(withConversation('Call me', 'Visitor: Hi')).toBe(
    'Call me\n\nConversation in the chat:\nVisitor: Hi',
  )
  const long = withConversation('m'.repeat(3000), `${'x'.repeat(6000)}the end`)
  expect(long).toHaveLength(5000)
  expect(long.endsWith('the end')).toBe(true)
  expect(withConversation('m'.repeat(4900), 'x'.repeat(300))).toBe('m'.repeat(4900))
})
