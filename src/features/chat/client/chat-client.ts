export { AgentChat, type AgentEvent, type AgentState } from './agent-chat.ts'
export { chatUrl } from './chat-connection.ts'
export { type Memory, VisitorChat, type VisitorState } from './visitor-chat.ts'
