export type Graph = {
  getModuleInfo(id: string): {
    importers: readonly string[]
    dynamicImporters?: readonly string[]
    importedIds?: readonly string[]
  } | null
}

/** Pages open to visitors. All others except the root require a session. */
const publicPage = /\/features\/site\/[\w-]+\/[\w-]+-page\.tsx\?__react-router-build-client-route$/
const anyPage =
  /\/src\/(root|(features\/[\w-]+\/[\w-]+|web\/ui)\/[\w-]+-page)\.tsx\?__react-router-build-client-route$/

/** Rarely visited pages, which may load what other pages share. */
const rarePage =
  /\/(site\/(service-pages\/consultation|layout\/sent)|booking\/(visitor|offers)\/[\w-]+|chat\/widget\/chat-link)-page\.tsx/

/** Parts of the home and service pages that other public pages must not load. */
const section = /\/src\/(web\/illustrations\/|features\/leads\/contact-form\/contact-)/
const sectionPage = /\/site\/(home\/home|service-pages\/service)-page\.tsx/

function pagesOf(id: string, graph: Graph): string[] {
  const seen = new Set([id])
  for (const module of seen) {
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) seen.add(importer)
  }
  return [...seen].filter((module) => anyPage.test(module) && !rarePage.test(module))
}

function hasStyles(id: string, graph: Graph): boolean {
  return (
    graph.getModuleInfo(id)?.importedIds?.some((imported) => imported.endsWith('.css')) ?? false
  )
}

/** Modules that the home page does not use although it loads both shared files. */
const notAtHome = /\/src\/features\/site\/(layout\/not-found-page|notes\/note-line)\.tsx/

/** Shows times on the legal pages and notes, and in the back-office. */
const times = /\/src\/web\/ui\/time\.tsx$/

/** Shows written texts on four public pages and in the back-office. */
const written = /\/src\/features\/(content\/page-text\/page-text|site\/notes\/use-)/

/** Shows and asks for times of calls, on pages of visitors and of staff. */
const callTimes =
  /\/src\/features\/booking\/(visitor\/(times|zones|query-of)|availability\/contract)\.ts$/

/** The picker of times, for the pages of visitors and the dialogs of staff. */
const picker =
  /\/src\/features\/booking\/visitor\/(time-picker|day-times|picker-days|use-slots|zone-choice)\.tsx?$|\/node_modules\/react-day-picker\//

/** Modules that follow links, for lazy code of public pages and for the back-office. */
const links = /\/src\/web\/ui\/(document-links|screen-code)\.ts$/

/** Packages and build tools used on both sides, whose importers are not in the graph. */
const usedEverywhere =
  /\/lucide-react\/dist\/esm\/icons\/(arrow-left|arrow-right|menu|rotate-ccw|x)\.mjs$|vite\/preload-helper/

/**
 * Names the chunk of a module that several pages share: `shared` for modules that both a public
 * page and the back-office load, `site` for those of public pages only. The bundler's default is a
 * chunk for every combination of pages, which would make a visitor load forty files of a few
 * hundred bytes. Modules of a single page and lazy ones stay where the bundler puts them. Modules
 * with styles are never in `shared`: any later chunk that needs `shared` would load the styles
 * again, after those of the page.
 */
export function sharedChunkOf(id: string, graph: Graph): string | null {
  if (usedEverywhere.test(id)) return 'shared'
  if (times.test(id)) return 'time'
  if (written.test(id) || notAtHome.test(id)) return null
  if (!/\/src\/.*\.tsx?$/.test(id)) return null
  const pages = pagesOf(id, graph)
  const open = pages.filter((page) => publicPage.test(page))
  const root = pages.some((page) => page.includes('/src/root.tsx'))
  if (root || (open.length > 0 && open.length < pages.length))
    return hasStyles(id, graph) ? null : 'shared'
  const framed = open.some((page) => page.includes('/site-layout-page'))
  const inSections = section.test(id) && open.every((page) => sectionPage.test(page))
  return framed || (open.length > 1 && !inSections) ? 'site' : null
}

/**
 * Chunks of lazy code and the back-office. The bundler must process them in this order, because it
 * adds the imports of a module to the module's chunk unless an earlier chunk has them.
 */
export const officeChunks = [
  'links',
  'dialogs',
  'chat-client',
  'chat-thread',
  'fields',
  'call-times',
  'time-picker',
  'menus',
  'frame',
  'office',
] as const

/** Modules with fewer loaders stay in the bundler's chunk for their combination. */
const minLoaders = 5

const menuPackage =
  /\/(@floating-ui\/[\w-]+|@radix-ui\/react-(menu|dropdown-menu|popper|roving-focus|direction|use-size|use-is-hydrated))\//
const ownChunkPackage = /\/@radix-ui\/react-(tabs|toast|alert-dialog|visually-hidden)\//
const dialogPackage = /\/(@radix-ui\/[\w-]+|aria-hidden)\//
const visitorsIcon = /\/lucide-react\/dist\/esm\/icons\/(arrow-down|check|ellipsis|minus)\.mjs$/

type Loader = { id: string; ofVisitors: boolean }

/** Pages and lazy modules that load this module at their own start. */
function loadersOf(id: string, graph: Graph, known = new Set<string>()): Loader[] {
  const seen = new Set([id])
  const loaders: Loader[] = []
  for (const module of seen) {
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(module) ?? {}
    for (const importer of importers) seen.add(importer)
    if (anyPage.test(module)) {
      loaders.push({ id: module, ofVisitors: publicPage.test(module) || rarePage.test(module) })
    } else if (dynamicImporters.length > 0 && !known.has(module)) {
      const within = new Set([...known, module])
      const ofVisitors = dynamicImporters.some((importer) =>
        loadersOf(importer, graph, within).some((loader) => loader.ofVisitors),
      )
      loaders.push({ id: module, ofVisitors })
    }
  }
  return loaders
}

/** Whether the module loads the validation of forms, which waits until a form opens. */
function needsForms(id: string, graph: Graph): boolean {
  const needed = new Set([id])
  for (const module of needed) {
    if (/node_modules\/(zod|react-hook-form)\//.test(module)) return true
    for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) needed.add(imported)
  }
  return false
}

/**
 * Names the chunk of a module that lazy code or pages of the back-office share: `frame` for what
 * all of its pages load, and `office` for what many of them do. Modules that lazy code for visitors
 * also needs are in `dialogs` (both forms and the chat), `fields` (forms), `chat-client` and
 * `chat-thread`. With the bundler's default, the first page of the back-office loaded ninety files.
 */
export function officeChunkOf(id: string, graph: Graph): (typeof officeChunks)[number] | null {
  if (links.test(id)) return 'links'
  if (callTimes.test(id)) return 'call-times'
  if (picker.test(id)) return 'time-picker'
  if (menuPackage.test(id)) return 'menus'
  if (ownChunkPackage.test(id)) return null
  if (dialogPackage.test(id) || visitorsIcon.test(id)) return 'dialogs'
  if (!/\/src\/.*\.tsx?$/.test(id) || anyPage.test(id) || needsForms(id, graph)) return null
  const loaders = loadersOf(id, graph)
  if (loaders.some((loader) => publicPage.test(loader.id) && !rarePage.test(loader.id))) return null
  const isLoadedBy = (name: string) => loaders.some((loader) => loader.id.includes(name))
  const inFrame = isLoadedBy('/admin-page.tsx')
  const isWide = loaders.length >= minLoaders
  if (!loaders.some((loader) => loader.ofVisitors))
    return inFrame ? 'frame' : isWide ? 'office' : null
  if (loaders.every((loader) => loader.ofVisitors)) return null
  // Every public page loads this module to tell whether the office is open.
  if (/\/business-hours\//.test(id) && !isWide) return null
  if (isLoadedBy('/load-chat.')) return inFrame ? 'chat-client' : isWide ? 'dialogs' : 'chat-thread'
  if (isLoadedBy('/consultation-dialog.')) return inFrame ? 'dialogs' : 'fields'
  return isWide ? 'fields' : null
}
