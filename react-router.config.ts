import type { Config } from '@react-router/dev/config'
import { compressManifest } from './scripts/compress-assets.ts'

export default {
  appDirectory: 'src',
  // The router empties its directory at every build; the database image beside it must stay.
  buildDirectory: 'build/site',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressManifest(reactRouterConfig.buildDirectory),
} satisfies Config
