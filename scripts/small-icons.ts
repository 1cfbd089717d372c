import type { Plugin } from 'vite'

const drawing = new URL('../src/web/ui/drawing.tsx', import.meta.url).pathname

/** Builds icons with `createDrawing` instead of their package's own function. */
export function smallIcons(): Plugin {
  return {
    name: 'small-icons',
    apply: 'build',
    load: {
      filter: { id: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
      handler: () => `export { createDrawing as default } from ${JSON.stringify(drawing)}`,
    },
  }
}
