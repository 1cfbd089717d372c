import { contract } from '#contract/endpoint.ts'
import type { chatSchemas } from './schemas.ts'

export type { ChatContext } from './schemas.ts'

export const chat = contract<typeof chatSchemas>()('chat', {
  availability: { call: 'GET /chat/availability', access: 'public' },
  followLink: { call: 'POST /chat/link', access: 'public' },
  numbers: { call: 'GET /admin/chat/numbers', access: 'agent' },
  context: { call: 'GET /admin/chat/sessions/:id/context', access: 'agent' },
  list: { call: 'GET /admin/chat/sessions', access: 'agent' },
  messages: { call: 'GET /admin/chat/sessions/:id/messages', access: 'agent' },
  createClient: {
    call: 'POST /admin/chat/sessions/:id/client',
    once: true,
    access: 'admin',
    status: 201,
  },
})
