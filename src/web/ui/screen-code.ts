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
  __reactRouterContext?: { basename?: string }
}

/** Pathname of the screen whose code the user is waiting for. */
export const awaitedScreen = createStore<string | undefined>(undefined)

const fetched = new Set<string>()

const screens = (): Screen[] =>
  Object.values((window as Router).__reactRouterManifest?.routes ?? {})

const isHere = ({ id }: Screen) =>
  fetched.has(id) || id in ((window as Router).__reactRouterRouteModules ?? {})

async function fetchSheet(sheet: string): Promise<void> {
  if (fetched.has(sheet)) return
  await (await fetch(sheet)).blob()
  fetched.add(sheet)
}

async function fetchScreen({ id, module, css = [] }: Screen): Promise<void> {
  // The preloaded style sheets are in the browser's cache when the router later adds its links.
  await Promise.all([import(/* @vite-ignore */ module), ...css.map(fetchSheet)])
  fetched.add(id)
}

function routesBelow(all: Screen[], parent?: string): RouteObject[] {
  return all
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: routesBelow(all, id) },
    )
}

/**
 * The screens at an address whose code has not been loaded yet. Without it the router would reload
 * the document.
 */
export function missingScreens(pathname: string): Screen[] {
  const all = screens()
  const { basename } = (window as Router).__reactRouterContext ?? {}
  const matches = matchRoutes(routesBelow(all), pathname, basename) ?? []
  const ids = new Set(matches.map(({ route }) => route.id))
  return all.filter((screen) => ids.has(screen.id) && !isHere(screen))
}

/** @returns `gone` if the server has been updated to another version. */
export async function loadScreen(pathname: string): Promise<'ready' | 'missing' | 'gone'> {
  const missing = missingScreens(pathname)
  try {
    await Promise.all(missing.map(fetchScreen))
    return 'ready'
  } catch {
    const [screen] = missing.filter((one) => !isHere(one))
    const answer = screen && (await fetch(screen.module, { method: 'HEAD' }).catch(() => null))
    return answer?.status === 404 ? 'gone' : 'missing'
  }
}

const isBelow = ({ parentId, path }: Screen, layout: string) => parentId === layout && path !== '*'

/**
 * Loads the code of every screen in a layout, one after the other, so that other requests do not
 * have to wait. It stops at the first failure.
 */
export async function loadAllScreens(layout: string): Promise<void> {
  try {
    for (const screen of screens()) {
      if (isBelow(screen, layout) && !isHere(screen)) await fetchScreen(screen)
    }
  } catch {
    // Opening the screen will fetch it again.
  }
}
