/** Headless chat client for the widget, the console and the tests. */
export { AgentChat, type AgentNews, type AgentState, type ThreadState } from './agent-chat.ts'
export { type ConnectionStatus, chatUrl } from './chat-connection.ts'
export type { Pending } from './chat-log.ts'
export { type Memory, VisitorChat, type VisitorState } from './visitor-chat.ts'
