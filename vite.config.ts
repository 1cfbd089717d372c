import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: {
    alias: {
      'react-remove-scroll': new URL('./src/web/ui/scroll-lock.tsx', import.meta.url).pathname,
    },
  },
  ssr: { noExternal: ['radix-ui', /^@radix-ui\//] },
  build: { assetsInlineLimit: 0, sourcemap: false },
})
