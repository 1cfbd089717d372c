import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Below this many bytes a coding saves less than its headers cost. */
const worthwhileBytes = 1024

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
            if (bytes.length < worthwhileBytes) return
            const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
            const br = await compressBrotli(bytes, { params })
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: br })
            const gz = await compressGzip(bytes, { level: 9 })
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gz })
          }),
        )
      },
    },
  }
}
