import { ChatPanel } from '#features/chat/widget/chat-panel.tsx'
import { loadScreen } from '#web/ui/screen-code.ts'

/** A message left in the chat is sent by the code of the chat's page. */
export async function loadChat() {
  if ((await loadScreen('/chat')) !== 'ready') throw new Error('/chat could not be loaded.')
  return ChatPanel
}
