/** As far as a module graph is asked here. */
type Graph = {
  getModuleInfo(
    id: string,
  ): { importers: readonly string[]; importedIds?: readonly string[] } | null
}

/** The pages that a visitor can open; all others are for whoever is signed in, but for the root. */
const publicPage = /\/features\/site\/[\w-]+\/[\w-]+-page\.tsx\?__react-router-build-client-route$/
const anyPage =
  /\/src\/(root|features\/[\w-]+\/[\w-]+\/[\w-]+-page)\.tsx\?__react-router-build-client-route$/

/** Pages for browsers without script, which need none of their own. */
const scriptlessPage = /\/site\/(service-pages\/consultation|layout\/sent)-page\.tsx/

/** The pages that cannot do without a module, as far as static imports tell. */
function pagesOf(id: string, graph: Graph): string[] {
  const seen = new Set([id])
  for (const module of seen) {
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) seen.add(importer)
  }
  return [...seen].filter((module) => anyPage.test(module) && !scriptlessPage.test(module))
}

function hasStyles(id: string, graph: Graph): boolean {
  return (
    graph.getModuleInfo(id)?.importedIds?.some((imported) => imported.endsWith('.css')) ?? false
  )
}

/** Of packages and build tools, used on both sides; whoever imports it cannot be told from the graph. */
const usedEverywhere =
  /\/lucide-react\/dist\/esm\/icons\/(arrow-left|arrow-right|menu|rotate-ccw|x)\.mjs$|vite\/preload-helper/

/**
 * Names the chunk of a module that several pages share: `shared` for what a public page and the
 * back-office both load, `site` for what only public pages do. By itself the bundler makes a chunk
 * for every combination of pages: a visitor would ask for forty files of a few hundred bytes.
 * What a single page needs and what comes later stays where the bundler puts it. What brings styles
 * is never in `shared`: whatever came later and needs `shared` would bring them once more, behind
 * those of the page.
 */
export function sharedChunkOf(id: string, graph: Graph): string | null {
  if (usedEverywhere.test(id)) return 'shared'
  if (!/\/src\/.*\.tsx?$/.test(id)) return null
  const pages = pagesOf(id, graph)
  const open = pages.filter((page) => publicPage.test(page))
  const root = pages.some((page) => page.includes('/src/root.tsx'))
  if (root || (open.length > 0 && open.length < pages.length))
    return hasStyles(id, graph) ? null : 'shared'
  const framed = open.some((page) => page.includes('/site-layout-page'))
  return framed || open.length > 1 ? 'site' : null
}
