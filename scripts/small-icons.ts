import type { Plugin } from 'vite'

const drawing = new URL('../src/web/ui/drawing.tsx', import.meta.url).pathname

/** Icons are made by `createDrawing` instead of the function of their package. */
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
