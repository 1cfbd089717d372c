import { ChevronDown, ChevronRight, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { OrderButtons } from '#web/ui/order-buttons.tsx'
import { capital } from '#web/ui/words.ts'
import { useAt, useSectionForm } from './use-at.ts'

let made = 0
const newKey = () => {
  made += 1
  return made
}

type ListProps<T> = {
  at: string
  legend: ReactNode
  hideLegend?: boolean
  hint?: ReactNode
  /** Name of one entry, in lower case. */
  noun: string
  empty: () => T
  nameOf: (item: T, index: number) => string
  /** Set for entries of a single field, which are not collapsible. */
  flat?: boolean
  children: (path: string, index: number) => ReactNode
}

/** Entries in the order of the site. Buttons, or Alt with the arrow keys, move an entry. */
export function ListField<T>(props: ListProps<T>) {
  const { at, legend, noun, nameOf, children } = props
  const { id, value: items, error, warning, limit, set } = useAt<T[]>(at)
  const marked = useMarked(at)
  const [keys, setKeys] = useState<number[]>([])
  const shownKeys = items.map((_, index) => keys[index] ?? newKey())
  if (shownKeys.length !== keys.length) setKeys(shownKeys)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const focus = useRef<HTMLElement | null>(null)
  // Moving an element in the document makes it lose the focus, which this restores.
  useEffect(() => {
    const wanted = focus.current
    focus.current = null
    if (wanted?.isConnected && document.activeElement !== wanted) wanted.focus()
  })
  const isFull = limit !== undefined && items.length >= limit

  function move(index: number, step: -1 | 1) {
    const to = index + step
    const [item, key] = [items[index], shownKeys[index]]
    if (item === undefined || key === undefined || to < 0 || to >= items.length) return
    focus.current = document.activeElement as HTMLElement | null
    setKeys(shownKeys.toSpliced(index, 1).toSpliced(to, 0, key))
    set(items.toSpliced(index, 1).toSpliced(to, 0, item))
    setSaid(`${nameOf(item, index)} is now ${to + 1} of ${items.length}`)
  }
  function remove(index: number) {
    setKeys(shownKeys.toSpliced(index, 1))
    set(items.toSpliced(index, 1))
    setSaid(`${capital(noun)} removed`)
    // Focuses the entry that takes the place of the removed one, or else the button that adds one.
    queueMicrotask(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>(':scope > li')
      const next = rows?.[Math.min(index, (rows.length ?? 1) - 1)]
      const target = next ?? document.getElementById(`${id}-add`)
      target?.querySelector('button')?.focus()
    })
  }
  function add() {
    const key = newKey()
    setKeys([...shownKeys, key])
    setOpened(new Set([...opened, key]))
    set([...items, props.empty()])
    setSaid('')
    requestAnimationFrame(() => {
      const last = list.current?.querySelector<HTMLElement>(':scope > li:last-child')
      last?.querySelector<HTMLElement>('input, textarea, select')?.focus()
    })
  }
  function toggle(key: number) {
    const next = new Set(opened)
    if (!next.delete(key)) next.add(key)
    setOpened(next)
  }
  return (
    <Fieldset
      id={id}
      legend={legend}
      hideLegend={props.hideLegend}
      hint={warning ?? props.hint}
      {...(error && { error })}
    >
      <ol ref={list} className="site-list">
        {items.map((item, index) => {
          const key = shownKeys[index] ?? index
          const name = nameOf(item, index) || `${capital(noun)} ${index + 1}`
          const isOpen = props.flat || opened.has(key) || marked(index)
          const onKeyDown = (event: KeyboardEvent) => {
            const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
            if (!event.altKey || !step || event.defaultPrevented) return
            event.preventDefault()
            move(index, step)
          }
          return (
            <li key={key} className="site-list-row" onKeyDown={onKeyDown}>
              <div className="site-list-head" data-flat={props.flat || undefined}>
                {props.flat ? (
                  <div className="min-w-0 flex-1">{children(`${at}.${index}`, index)}</div>
                ) : (
                  <button
                    type="button"
                    className="site-list-name"
                    aria-expanded={isOpen}
                    onClick={() => toggle(key)}
                  >
                    <Icon icon={isOpen ? ChevronDown : ChevronRight} size={16} />
                    <span dir="auto" className={isOpen ? 'min-w-0' : 'min-w-0 truncate'}>
                      {name}
                    </span>
                  </button>
                )}
                <span className="inline-flex flex-none">
                  <OrderButtons
                    name={name}
                    index={index}
                    count={items.length}
                    onMove={(step) => move(index, step)}
                  />
                  <Button
                    variant="quiet"
                    icon={Trash2}
                    aria-label={`Remove ${name}`}
                    title={`Remove ${name}`}
                    onClick={() => remove(index)}
                  />
                </span>
              </div>
              {!props.flat && isOpen && (
                <div className="site-list-body">{children(`${at}.${index}`, index)}</div>
              )}
            </li>
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div id={`${id}-add`} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button icon={Plus} aria-disabled={isFull || undefined} onClick={() => !isFull && add()}>
          Add {capital(noun)}
        </Button>
        {limit !== undefined && (
          <span className="field-hint tabular-nums">
            {items.length.toLocaleString()} of at most {limit}
          </span>
        )}
      </div>
    </Fieldset>
  )
}

/** Whether a field of an entry has an error or a warning. */
function useMarked(at: string) {
  const { errors, blockers, warnings } = useSectionForm()
  const paths = Object.keys({ ...errors, ...blockers, ...warnings })
  return (index: number) => paths.some((path) => path.startsWith(`${at}.${index}.`))
}
