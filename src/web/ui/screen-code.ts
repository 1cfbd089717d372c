import { matchRoutes, type RouteObject } from 'react-router'
import { createStore } from '../store.ts'

type Screen = {
  id: string
  parentId?: string
  path?: string
  index?: true
  module: string
  css?: string[]
}

type Router = {
  __reactRouterManifest?: { routes: Record<string, Screen> }
  __reactRouterRouteModules?: Record<string, unknown>
}

/** Pathname of the screen whose code somebody waits for. */
export const awaitedScreen = createStore<string | undefined>(undefined)

const fetched = new Set<string>()

const screens = (): Screen[] =>
  Object.values((window as Router).__reactRouterManifest?.routes ?? {}).filter(
    ({ parentId, path }) => parentId === 'admin' && path !== '*',
  )

const isThere = ({ id }: Screen) =>
  fetched.has(id) || id in ((window as Router).__reactRouterRouteModules ?? {})

async function fetchSheet(sheet: string): Promise<void> {
  if (fetched.has(sheet)) return
  await (await fetch(sheet)).blob()
  fetched.add(sheet)
}

async function fetchScreen({ id, module, css = [] }: Screen): Promise<void> {
  // The browser keeps the sheets for the links that the router makes.
  await Promise.all([import(/* @vite-ignore */ module), ...css.map(fetchSheet)])
  fetched.add(id)
}

/** The screen of an address, until its code is there: without it the router reloads the document. */
export function missingScreen(pathname: string): Screen | undefined {
  const all = screens()
  const children = all.map(({ id, path, index }): RouteObject => ({ id, path, index }))
  const id = matchRoutes<RouteObject>([{ path: 'admin', children }], pathname)?.at(-1)?.route.id
  return all.find((screen) => screen.id === id && !isThere(screen))
}

/** @returns `gone` when the server has another version by now. */
export async function loadScreen(pathname: string): Promise<'ready' | 'missing' | 'gone'> {
  const screen = missingScreen(pathname)
  if (!screen) return 'ready'
  try {
    await fetchScreen(screen)
    return 'ready'
  } catch {
    const answer = await fetch(screen.module, { method: 'HEAD' }).catch(() => null)
    return answer?.status === 404 ? 'gone' : 'missing'
  }
}

/** One after the other, so that what is asked meanwhile does not wait; ends where one fails. */
export async function loadAllScreens(): Promise<void> {
  try {
    for (const screen of screens()) if (!isThere(screen)) await fetchScreen(screen)
  } catch {
    // Each is asked for again when it is opened.
  }
}
