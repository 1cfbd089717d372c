import { X } from 'lucide-react'
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { maxSelected } from '#contract/max-selected.ts'
import { useStore } from '../store.ts'
import { useTables } from './browser-state.ts'
import { Button } from './button.tsx'
import { openLayer } from './escape.ts'
import { shortcutsPreference, useShortcut } from './shortcuts.ts'
import './selection.css'

type Row = { id: string }

const nobody = new Map<string, never>()
const firstBox = '[data-selects]'

/**
 * The rows selected in a list. A selection persists across pages until the search or filter
 * changes. On narrow screens the checkboxes appear only in the Select mode.
 */
export function useSelection<R extends Row>(rows: readonly R[] = [], filter = '') {
  const isWide = useTables()
  const [isOn, setOn] = useState(false)
  const [state, setState] = useState<{ filter: string; chosen: ReadonlyMap<string, R> }>({
    filter,
    chosen: nobody,
  })
  const chosen = state.filter === filter ? state.chosen : nobody
  const latest = useRef({ rows, filter })
  latest.current = { rows, filter }

  /** The identity is stable, so that a row re-renders only when its own checkbox changes. */
  const acts = useMemo(() => {
    let anchor = ''
    let last = ''
    const indexOf = (id: string) => latest.current.rows.findIndex((row) => row.id === id)
    function choose(some: readonly R[], isChosen: boolean) {
      const now = latest.current.filter
      setState((before) => {
        const next = new Map(before.filter === now ? before.chosen : nobody)
        for (const row of some) {
          if (isChosen) next.set(row.id, row)
          else next.delete(row.id)
        }
        return { filter: now, chosen: next }
      })
    }
    function chooseUpTo(from: string, to: string, isChosen: boolean) {
      const ends = [indexOf(from), indexOf(to)].filter((index) => index >= 0)
      choose(latest.current.rows.slice(Math.min(...ends), Math.max(...ends) + 1), isChosen)
    }
    return {
      clear() {
        const holdsFocus = document.activeElement?.closest('.selection-bar')
        setState({ filter: latest.current.filter, chosen: nobody })
        if (!holdsFocus) return
        const box = document.querySelector<HTMLElement>(`[data-box="${CSS.escape(last)}"]`)
        ;(box ?? document.querySelector<HTMLElement>(firstBox))?.focus({ preventScroll: true })
      },
      all: (isChosen: boolean) => choose(latest.current.rows, isChosen),
      toggle(id: string, isChosen: boolean, isRange: boolean) {
        if (!isRange || indexOf(anchor) < 0) anchor = id
        last = id
        chooseUpTo(anchor, id, isChosen)
      },
      /**
       * Handles Shift with an arrow key, which grows the range away from where it began and shrinks
       * it towards there.
       */
      extend(from: string, to: string) {
        if (indexOf(anchor) < 0) anchor = from
        last = to
        const distance = (id: string) => Math.abs(indexOf(id) - indexOf(anchor))
        if (distance(to) < distance(from)) chooseUpTo(from, from, false)
        else chooseUpTo(from, to, true)
      },
      arrive(id: string) {
        anchor = id
      },
    }
  }, [])

  const size = chosen.size
  useEffect(() => {
    if (size === 0) return
    function onKeyDown({ key, target, defaultPrevented }: globalThis.KeyboardEvent) {
      const types = target instanceof Element && target.matches('input:not(.checkbox), textarea')
      if (key !== 'Escape' || defaultPrevented || types || document.querySelector(openLayer)) return
      acts.clear()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [size, acts])

  const loaded = rows.filter(({ id }) => chosen.has(id)).length
  return {
    ...acts,
    acts,
    size,
    has: (id: string) => chosen.has(id),
    ids: () => [...chosen.keys()],
    loaded: loaded === 0 ? false : loaded === rows.length || ('some' as const),
    hasBoxes: isWide || isOn,
    mode: isWide ? undefined : isOn,
    setMode(next: boolean) {
      setOn(next)
      if (!next) acts.clear()
    },
  }
}

export type Selection = ReturnType<typeof useSelection>
export type SelectionActs = Selection['acts']

/** The next checkbox of the list, upwards or downwards. */
function neighbor(box: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const boxes = [...(box.closest('table, ul')?.querySelectorAll<HTMLElement>('[data-box]') ?? [])]
  return boxes[boxes.indexOf(box) + step]
}

export function SelectBox(props: {
  id: string
  name: string
  checked: boolean
  acts: SelectionActs
}) {
  const { id, name, checked, acts } = props
  function onChange({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    currentTarget.focus()
    acts.toggle(
      id,
      currentTarget.checked,
      'shiftKey' in nativeEvent && nativeEvent.shiftKey === true,
    )
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
    const next = step && neighbor(event.currentTarget, step)
    if (!next) return
    event.preventDefault()
    const nextId = next.dataset.box ?? ''
    if (event.shiftKey) acts.extend(id, nextId)
    else acts.arrive(nextId)
    next.focus()
  }
  return (
    // Clicking with Shift would also select the text in between.
    <label className="select-box" onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
      <input
        type="checkbox"
        className="checkbox"
        name="selected"
        data-box={id}
        aria-label={`Select ${name}`}
        checked={checked}
        onChange={onChange}
        onKeyDown={onKeyDown}
      />
    </label>
  )
}

/** Selects all rows that are loaded. */
export function SelectAll({ selection, children }: { selection: Selection; children?: ReactNode }) {
  const { loaded, all } = selection
  return (
    <label className="select-box">
      <input
        ref={(box) => {
          if (box) box.indeterminate = loaded === 'some'
        }}
        type="checkbox"
        className="checkbox"
        name="all"
        data-selects
        aria-label="Select all that are loaded"
        checked={loaded === true}
        onChange={({ currentTarget }) => all(currentTarget.checked)}
      />
      {children}
    </label>
  )
}

/** For the toolbar of a list of cards. */
export function SelectMode({ selection }: { selection: Selection }) {
  const { mode, setMode } = selection
  if (mode === undefined) return null
  return (
    <>
      {mode && <SelectAll selection={selection}>All</SelectAll>}
      <Button variant="quiet" onClick={() => setMode(!mode)}>
        {mode ? 'Done' : 'Select'}
      </Button>
    </>
  )
}

/** Shows how many rows are selected, and the actions for all of them. */
export function SelectionBar(props: {
  selection: Selection
  /** A plural noun. */
  subject: string
  children: ReactNode
}) {
  const { selection, subject, children } = props
  const { size, clear } = selection
  const bar = useRef<HTMLElement>(null)
  const hasKeys = useStore(shortcutsPreference) === 'on'
  const isTooMany = size > maxSelected
  const enter = () =>
    bar.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  // With Tab, the way to the bar leads through all rows below.
  useShortcut({ keys: 'b', label: 'Act on what is selected', run: enter }, size > 0)
  return (
    <>
      <p role="status" className="sr-only">
        {size > 0 && `${size.toLocaleString()} selected`}
      </p>
      {size > 0 && (
        <section ref={bar} aria-label={`Selected ${subject}`} className="selection-bar no-print">
          <p className="tabular-nums">
            {size.toLocaleString()} selected
            {isTooMany && `, at most ${maxSelected} at once`}
          </p>
          {hasKeys && (
            <span className="keys" aria-hidden="true">
              B
            </span>
          )}
          {!isTooMany && children}
          <Button
            variant="quiet"
            icon={X}
            className="selection-clear"
            aria-label="Clear selection"
            title="Clear selection (Esc)"
            onClick={clear}
          />
        </section>
      )}
    </>
  )
}
