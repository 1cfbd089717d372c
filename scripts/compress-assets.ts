import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** In bytes; below this, compression saves less than its headers cost. */
const worthwhileBytes = 1024

/** Compressed copies with their file name endings; empty where compression is not worthwhile. */
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
      // After Vite has inserted the list of preloads; copies made earlier would not run.
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

/**
 * The router writes the list of routes itself, after the bundle. What each route imports is more
 * than half of it, and only used for links that prefetch, of which there are none. A flag that is
 * absent counts as false; addresses without a page are not navigated to.
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
        .replaceAll(/,"has\w+":false/g, ''),
    )
    await writeFile(path, short)
    for (const [ending, coded] of await compressed(short)) {
      await writeFile(path + ending, coded)
    }
  }
}
