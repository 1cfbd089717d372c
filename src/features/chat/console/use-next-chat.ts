import { useShortcut } from '../../../web/ui/shortcuts.ts'
import type { ChatSession } from '../protocol/protocol.ts'

/** Alt+J and Alt+K select the next and the previous chat of the list. */
export function useNextChat(
  sessions: readonly ChatSession[],
  selected: string | null,
  select: (id: string) => void,
): void {
  const go = (step: number) => {
    const at = sessions.findIndex(({ id }) => id === selected)
    const next = sessions[at === -1 ? 0 : at + step]
    if (next) select(next.id)
  }
  useShortcut({ keys: 'alt+j', label: 'Next chat', run: () => go(1) })
  useShortcut({ keys: 'alt+k', label: 'Previous chat', run: () => go(-1) })
}
