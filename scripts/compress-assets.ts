import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** In bytes. Below this size, compression saves less than its headers cost. */
const worthwhileBytes = 1024

/** Compressed copies with their file extensions. Empty when compression is not worthwhile. */
async function compressed(bytes: Buffer): Promise<[ending: string, coded: Buffer][]> {
  if (bytes.length < worthwhileBytes) return []
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return [
    ['.br', await compressBrotli(bytes, { params })],
    ['.gz', await compressGzip(bytes, { level: 9 })],
  ]
}

export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // The plugin runs after Vite has inserted the list of preloads; earlier copies would not
      // work.
      order: 'post',
      async handler(_, bundle) {
        const files = Object.values(bundle).filter(({ fileName }) =>
          /\.(js|css|svg)$/.test(fileName),
        )
        await Promise.all(
          files.map(async (file) => {
            const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
            for (const [ending, source] of await compressed(bytes)) {
              this.emitFile({ type: 'asset', fileName: file.fileName + ending, source })
            }
          }),
        )
      },
    },
  }
}

/** Gives each route its id, which is also its key. */
const namesRoutes = ';for(const[i,r]of Object.entries(window.__reactRouterManifest.routes))r.id=i'

/**
 * Shortens and compresses the route manifest, which the router writes after the bundle. Over half
 * of it are the imports of each route, which are only used for links that prefetch, and there are
 * none. An absent flag counts as false. Addresses without a page are not navigated to.
 */
export async function compressManifest(buildDirectory: string): Promise<void> {
  const assets = join(buildDirectory, 'client/assets')
  for (const name of await readdir(assets)) {
    if (!/^manifest-[\w-]+\.js$/.test(name)) continue
    const path = join(assets, name)
    const text = await readFile(path, 'utf8')
    const short = Buffer.from(
      text
        .replaceAll(/"imports":\[[^\]]*\]/g, '"imports":[]')
        .replaceAll(/,"[^"]+":\{"id":"[^"]+"[^{}]*"hasDefaultExport":false[^{}]*\}/g, '')
        .replaceAll(/,"has\w+":false/g, '')
        .replaceAll(/\{"id":"[^"]+",/g, '{')
        .concat(namesRoutes),
    )
    await writeFile(path, short)
    for (const [ending, coded] of await compressed(short)) {
      await writeFile(path + ending, coded)
    }
  }
}
