import { browserStorage } from '#web/storage.ts'

const key = 'attention-shown'

/** Whether the line was shown last time; undefined on a first visit. */
export function wasShown(): boolean | undefined {
  const shown = browserStorage.read(key)
  return shown === null ? undefined : shown === '1'
}

export function rememberShown(isShown: boolean): void {
  browserStorage.write(key, isShown ? '1' : '0')
}

/** Empty space that stays until the next visit, so that the page does not move. */
export const AttentionGap = () => <div className="attention-room" />

/** Reserves space while the line is loading, so that the page does not move when it appears. */
export function AttentionPlaceholder() {
  const shown = wasShown()
  if (shown === undefined) return <AttentionGap />
  return shown && <div className="attention-line no-print" />
}
