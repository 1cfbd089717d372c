import { useEffect, useRef } from 'react'
import { preference } from './preference.ts'

/**
 * Keys are written as `?`, `g c`, `mod+k` (Command on a Mac, Control elsewhere) or `alt+j`. Keys
 * without a modifier are inactive during typing, while a menu or dialog is open, inside
 * `data-keys-rest`, and when switched off (WCAG 2.1.4).
 */
export type Shortcut = {
  keys: string
  label: string
  run: () => void
  /** True if the shortcut belongs to an open dialog. */
  inDialog?: boolean
}

const registered = new Set<{ current: Shortcut }>()

export const shortcutsPreference = preference('shortcuts', ['on', 'off'])

const sequenceMs = 1_500

let begun: { key: string; at: number } | undefined

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const typed = 'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select'
  return target.isContentEditable || target.closest(typed) !== null
}

function matches(keys: string, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase()
  if (keys.startsWith('mod+')) {
    return (event.metaKey || event.ctrlKey) && !event.altKey && key === keys.slice('mod+'.length)
  }
  // Compares the position of the key, because many keyboards produce another character with Alt.
  if (keys.startsWith('alt+')) {
    const code = `Key${keys.slice('alt+'.length).toUpperCase()}`
    return event.altKey && !event.metaKey && !event.ctrlKey && event.code === code
  }
  if (event.metaKey || event.ctrlKey || event.altKey) return false
  const [first = '', second] = keys.split(' ')
  if (second === undefined) return key === first && !begun
  return begun?.key === first && key === second
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  if (begun && performance.now() - begun.at > sequenceMs) begun = undefined
  const plainKeysRest =
    shortcutsPreference.get() === 'off' ||
    isTyping(event.target) ||
    document.querySelector('[role="menu"]:not([data-state="closed"])') !== null
  const isCovered =
    document.querySelector('[aria-modal="true"]:not([inert]), [data-keys-rest]') !== null
  const candidates = [...registered]
    .map(({ current }) => current)
    .filter(
      ({ keys, inDialog }) =>
        /^(mod|alt)\+/.test(keys) || (!plainKeysRest && (inDialog || !isCovered)),
    )
  // The shortcut registered last wins, so that a view can override a key.
  const found = candidates.findLast(({ keys }) => matches(keys, event))
  const key = event.key.toLowerCase()
  const begins = !begun && candidates.some(({ keys }) => keys.startsWith(`${key} `))
  begun = begins && !event.ctrlKey && !event.metaKey ? { key, at: performance.now() } : undefined
  if (!found) return
  event.preventDefault()
  found.run()
}

export function useShortcut(shortcut: Shortcut, enabled = true): void {
  const latest = useRef(shortcut)
  latest.current = shortcut
  useEffect(() => {
    if (!enabled) return
    if (registered.size === 0) document.addEventListener('keydown', onKeyDown)
    registered.add(latest)
    return () => {
      registered.delete(latest)
      if (registered.size === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [enabled])
}

export function currentShortcuts(): Shortcut[] {
  return [...registered].map(({ current }) => current)
}

export function shownKeys(keys: string): string[] {
  const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)
  return keys
    .replace('mod+', mac ? '⌘ ' : 'Ctrl ')
    .replace('alt+', mac ? '⌥ ' : 'Alt ')
    .split(' ')
    .map((key) => (key.length === 1 ? key.toUpperCase() : key))
}
