const acting = /^(Enter|Escape|Tab|Arrow)/

/**
 * Keeps keys that belong to an input method, such as those that choose a candidate, from
 * submitting, closing or choosing anything else. Safari ends the composition before its last key
 * event, which can then be recognized only by the key code 229.
 */
export function leaveToInputMethod(event: KeyboardEvent): void {
  const isTaken = event.isComposing || event.keyCode === 229
  if (isTaken && acting.test(event.key)) event.stopPropagation()
}

if (typeof window !== 'undefined') addEventListener('keydown', leaveToInputMethod, true)
