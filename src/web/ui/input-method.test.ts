import { expect, test } from 'vitest'
import { leaveToInputMethod } from './input-method.ts'

const keys = [
  ['Enter', 13, true, true],
  ['Enter', 229, false, true],
  ['Escape', 229, false, true],
  ['Tab', 229, true, true],
  ['ArrowDown', 229, false, true],
  ['Enter', 13, false, false],
  ['Escape', 27, false, false],
  ['ArrowUp', 38, false, false],
  // Dead keys and letters typed by agents both count as activity.
  ['Dead', 229, false, false],
  ['a', 229, true, false],
] as const

test.each(keys)(
  '%s with code %i, composing %s: is left to the input method %s',
  (key, keyCode, isComposing, isLeft) => {
    const event = Object.assign(new Event('keydown', { bubbles: true }), {
      key,
      keyCode,
      isComposing,
    })
    leaveToInputMethod(event as unknown as KeyboardEvent)
    expect(event.cancelBubble).toBe(isLeft)
  },
)
