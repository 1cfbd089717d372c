import type { Config } from '@react-router/dev/config'
import { compressManifest } from './scripts/compress-assets.ts'

export default {
  appDirectory: 'src',
  // The router empties its directory at every build; the database image beside it must stay.
  buildDirectory: 'build/site',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  // The code that sends a page's form comes with the page, so that a lost line loses nothing typed.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => compressManifest(reactRouterConfig.buildDirectory),
} satisfies Config
