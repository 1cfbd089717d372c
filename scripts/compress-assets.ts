import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Below this many bytes a coding saves less than its headers cost. */
const worthwhileBytes = 1024

/** The bytes by the ending of their file's name; nothing where it is not worth it. */
async function compressed(bytes: Buffer): Promise<[ending: string, coded: Buffer][]> {
  if (bytes.length < worthwhileBytes) return []
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return [
    ['.br', await compressBrotli(bytes, { params })],
    ['.gz', await compressGzip(bytes, { level: 9 })],
  ]
}

/** Writes each script and style of the site also compressed, at the highest levels, once. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // After Vite has put the list of preloads into the scripts: earlier copies would not run.
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

/** The list of routes is written after the bundle, by the router itself, and is as large as a page. */
export async function compressManifest(buildDirectory: string): Promise<void> {
  const assets = join(buildDirectory, 'client/assets')
  for (const name of await readdir(assets)) {
    if (!/^manifest-[\w-]+\.js$/.test(name)) continue
    const path = join(assets, name)
    for (const [ending, coded] of await compressed(await readFile(path))) {
      await writeFile(path + ending, coded)
    }
  }
}
