type Graph = {
  getModuleInfo(
    id: string,
  ): { importers: readonly string[]; importedIds?: readonly string[] } | null
}

/** Pages open to visitors; all others, except the root, need a session. */
const publicPage = /\/features\/site\/[\w-]+\/[\w-]+-page\.tsx\?__react-router-build-client-route$/
const anyPage =
  /\/src\/(root|features\/[\w-]+\/[\w-]+\/[\w-]+-page)\.tsx\?__react-router-build-client-route$/

/** Rarely visited pages, which load what other pages share. */
const rarePage =
  /\/(site\/(service-pages\/consultation|layout\/sent)|booking\/visitor\/[\w-]+|chat\/link\/chat-link)-page\.tsx/

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

/** Not used by the home page, which loads both shared files. */
const notAtHome = /\/src\/features\/site\/(layout\/not-found-page|notes\/note-line)\.tsx/

/** How written texts are shown, on four public pages and in the back-office. */
const written = /\/src\/features\/(content\/page-text\/page-text|site\/notes\/use-)/

/** Packages and build tools used on both sides, whose importers do not show in the graph. */
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
