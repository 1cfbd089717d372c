/**
 * Bundles the server into build/server: reading a thousand source modules one by one took half a
 * second of each start. Not minified, so that stack traces name functions, and with
 * NODE_OPTIONS=--enable-source-maps also sources.
 */
import { join } from 'node:path'
import { build } from 'vite'

/**
 * Loaded from node_modules when first needed: native, large and rarely used, or for development
 * only.
 */
const readLater = [
  '@node-rs/argon2',
  'imapflow',
  'pg-native',
  'satori',
  'sharp',
  'vite',
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  'google-auth-library',
  '@googleapis/calendar',
  '@googleapis/drive',
  '@googleapis/gmail',
  '@googleapis/sheets',
]

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  root: join(import.meta.dirname, '..'),
  ssr: { target: 'node', noExternal: true, external: readLater },
  build: {
    ssr: true,
    outDir: 'build/server',
    emptyOutDir: true,
    target: 'node26',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      // Names with `worker` run in a thread, those with `process` as processes of their own.
      input: {
        main: 'src/main.ts',
        'markdown-worker': 'src/features/content/page-text/markdown-worker.server.ts',
        'ics-worker': 'src/features/booking/busy-sources/ics-worker.server.ts',
        'import-worker': 'src/features/content/transfer-file/content-worker.server.ts',
        'mime-process': 'src/server/mime/mime-process.ts',
        'picture-process': 'src/server/pictures/picture-process.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
