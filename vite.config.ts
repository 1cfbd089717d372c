import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { compressAssets } from './scripts/compress-assets.ts'
import { type Graph, officeChunkOf, officeChunks, sharedChunkOf } from './scripts/shared-chunks.ts'
import { withoutNames } from './scripts/without-names.ts'
import { zodWithoutEval } from './scripts/zod-without-eval.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), withoutNames(), zodWithoutEval(), compressAssets()],
  resolve: {
    alias: {
      'react-remove-scroll': new URL('./src/web/ui/scroll-lock.tsx', import.meta.url).pathname,
      // How an icon imports it. In development browser and server load the package as it is.
      ...(command === 'build' && {
        '../createLucideIcon.mjs': new URL('./src/web/ui/drawing.tsx', import.meta.url).pathname,
      }),
    },
  },
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
  // Bundled whole: reading some hundred modules one by one took a third of the start.
  ssr: { noExternal: command === 'build' ? true : ['radix-ui', /^@radix-ui\//] },
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    // Every page would carry the list, and a preview has loaded them already.
    modulePreload: {
      resolveDependencies: (file, needed) => (file.includes('use-preview') ? [] : needed),
    },
    rolldownOptions: {
      output: {
        // Every page carries the names of its files, so they are short: six or seven characters tell apart
        // builds, and the entries that share a chunk are left out.
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
        // Each is evaluated in a task of its own.
        codeSplitting: {
          groups: [
            { name: 'react-dom', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/react-router\// },
            { name: 'query', test: /node_modules\/@tanstack\/(query-core|react-query)\// },
            { name: sharedChunkOf, debugName: 'shared and site' },
            { name: 'zod', test: /node_modules\/(zod|react-hook-form|@hookform)\// },
            ...officeChunks.map((chunk) => ({
              name: (id: string, graph: Graph) =>
                officeChunkOf(id, graph) === chunk ? chunk : null,
              debugName: chunk,
            })),
          ],
        },
      },
    },
  },
}))
