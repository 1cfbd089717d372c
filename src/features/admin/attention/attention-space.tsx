import { browserStorage } from '#web/storage.ts'

const key = 'attention-shown'

export function rememberShown(isShown: boolean): void {
  browserStorage.write(key, isShown ? '1' : null)
}

/** Where the line was shown last time, the page does not move when it arrives. */
export function AttentionSpace() {
  return browserStorage.read(key) && <div className="attention-line" />
}
