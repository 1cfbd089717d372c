const acting = /^(Enter|Escape|Tab|Arrow)/

/**
 * Keys with which an input method confirms, leaves or chooses a candidate send, close and choose
 * nothing. Safari ends the composition before its last key, which then has only the code 229.
 */
export function leaveToInputMethod(event: KeyboardEvent): void {
  const isTaken = event.isComposing || event.keyCode === 229
  if (isTaken && acting.test(event.key)) event.stopPropagation()
}

if (typeof window !== 'undefined') addEventListener('keydown', leaveToInputMethod, true)
