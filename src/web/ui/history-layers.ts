import { useEffect, useRef } from 'react'
import { gate } from './history-gate.ts'

/**
 * Each open layer has a history entry: a copy of the page's entry plus the number of open layers.
 * Steps between them are hidden from the router; entries it writes meanwhile replace theirs, so
 * that no step leads back to a closed dialog.
 */
type Layer = { close: () => void }
type Entry = { idx?: number; key?: string; layers?: number } | null
type Write = Parameters<History['replaceState']>

/**
 * Milliseconds; a step back that the browser refuses fires no event. A busy one answers late, and a
 * step begun again meanwhile would lead too far.
 */
const stepLimitMs = 2000

const layers: Layer[] = []
const queued: (() => void)[] = []
let travelling: ReturnType<typeof setTimeout> | undefined
/** Replacement for the page's own entry, written once the layers above it are gone. */
let replacement: Write | undefined
let native: Pick<History, 'pushState' | 'replaceState' | 'go'>
let page: string

const entry = () => history.state as Entry
const depth = () => entry()?.layers ?? 0
const pageOf = (state: Entry) => `${state?.idx} ${state?.key}`

/** @returns a function that removes the layer's entry. */
export function addLayer(close: () => void): () => void {
  const layer = { close }
  layers.push(layer)
  settleSoon()
  return () => {
    layers.splice(layers.indexOf(layer), 1)
    settleSoon()
  }
}

export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => (open ? addLayer(() => latest.current()) : undefined), [open])
}

/** Deferred, because one dialog often replaces another: entries are counted after both changes. */
function settleSoon(): void {
  setTimeout(settle)
}

function settle(): void {
  if (travelling) return
  const surplus = depth() - layers.length
  if (surplus > 0) travel(-surplus)
  for (let missing = -surplus; missing > 0; missing--) {
    native.pushState({ ...entry(), layers: depth() + 1 }, '')
  }
}

function travel(steps: number): void {
  clearTimeout(travelling)
  travelling = setTimeout(arrive, stepLimitMs)
  native.go(steps)
}

function arrive(): void {
  clearTimeout(travelling)
  travelling = undefined
  for (const write of queued.splice(0)) write()
  settleSoon()
}

function onStep(event: PopStateEvent): void {
  const samePage = pageOf(entry()) === page
  const asked = travelling !== undefined
  page = pageOf(entry())
  if (samePage) {
    event.stopImmediatePropagation()
    if (replacement && depth() === 0) write('replaceState', replacement)
    if (!asked) for (const { close } of layers.slice(depth()).reverse()) close()
  }
  if (!samePage || depth() === 0) replacement = undefined
  arrive()
}

function write(how: 'pushState' | 'replaceState', change: Write): void {
  native[how](...change)
  page = pageOf(entry())
}

/** During a history step, a write could land on any entry. */
function whenArrived(act: () => void): void {
  if (travelling) queued.push(act)
  else act()
}

function install(): void {
  native = {
    pushState: history.pushState.bind(history),
    replaceState: history.replaceState.bind(history),
    go: history.go.bind(history),
  }
  page = pageOf(entry())
  history.pushState = (...change) =>
    whenArrived(() => {
      replacement = undefined
      write(depth() > 0 ? 'replaceState' : 'pushState', change)
      settleSoon()
    })
  history.replaceState = (...change) =>
    whenArrived(() => {
      if (depth() === 0) return write('replaceState', change)
      replacement = change
      native.replaceState(entry(), '', change[2])
    })
  history.go = (steps = 0) => whenArrived(() => travel(steps < 0 ? steps - depth() : steps))
  gate.onStep = onStep
  // A reloaded page has its entries, but not its layers.
  settleSoon()
}

if (typeof window !== 'undefined') install()
