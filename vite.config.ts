import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { compressAssets } from './scripts/compress-assets.ts'
import { sharedChunkOf } from './scripts/shared-chunks.ts'
import { schemaModule, slimContracts } from './scripts/slim-contracts.ts'
import { smallIcons } from './scripts/small-icons.ts'
import { withoutNames } from './scripts/without-names.ts'
import { zodWithoutEval } from './scripts/zod-without-eval.ts'

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    slimContracts(),
    smallIcons(),
    withoutNames(),
    zodWithoutEval(),
    compressAssets(),
  ],
  resolve: {
    alias: {
      'react-remove-scroll': new URL('./src/web/ui/scroll-lock.tsx', import.meta.url).pathname,
    },
  },
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
  // Bundled whole: reading some hundred modules one by one took a third of the start.
  ssr: { noExternal: command === 'build' ? true : ['radix-ui', /^@radix-ui\//] },
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
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
        // Each is evaluated in a task of its own; and zod stays out of what every page loads.
        codeSplitting: {
          groups: [
            { name: 'zod', test: /node_modules\/zod\// },
            { name: 'react-dom', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/react-router\// },
            { name: 'query', test: /node_modules\/@tanstack\/(query-core|react-query)\// },
            { name: 'schemas', test: schemaModule, entriesAware: true },
            { name: sharedChunkOf, debugName: 'shared and site' },
          ],
        },
      },
    },
  },
}))
