/**
 * Bundles the server into build/server, because reading a thousand source modules took half a
 * second of each start. The code is not minified, so that stack traces name functions, and with
 * NODE_OPTIONS=--enable-source-maps also sources.
 */
import { join } from 'node:path'
import { build } from 'vite'

/**
 * Modules that are loaded from node_modules when they are first used, because they are native,
 * large and rarely used, or only for development.
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
      // Entries with `worker` in their name run in a thread, those with `process` as separate
      // processes.
      input: {
        main: 'src/main.ts',
        'markdown-worker': 'src/features/content/page-text/markdown-worker.server.ts',
        'ics-worker': 'src/features/booking/hosts/ics-worker.server.ts',
        'mime-process': 'src/server/mime/mime-process.ts',
        'picture-process': 'src/server/pictures/picture-process.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
