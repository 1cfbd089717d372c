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
  ...['@node-rs/argon2', 'pg-native', 'vite'],
  ...['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner', 'google-auth-library'],
  ...['@googleapis/calendar', '@googleapis/drive', '@googleapis/gmail', '@googleapis/sheets'],
]

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  root: join(import.meta.dirname, '..'),
  ssr: { target: 'node', noExternal: true, external: readLater },
  build: {
    ssr: 'src/main.ts',
    outDir: 'build/server',
    emptyOutDir: true,
    target: 'node26',
    minify: false,
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' } },
  },
})
