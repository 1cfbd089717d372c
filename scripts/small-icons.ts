import type { Plugin } from 'vite'

const drawing = new URL('../src/web/ui/drawing.tsx', import.meta.url).pathname

/** Keys and names, needed by lists of icons alone; random keys hardly compress. */
const needless = /,? key: "\w+"|^ {2}(?:name|size|aliases): .*\n|^__iconData\.node;\n/gm

export function withoutKeys(code: string): string {
  return code.replace(needless, '')
}

/** Builds icons with `createDrawing` instead of their package's own function. */
export function smallIcons(): Plugin {
  return {
    name: 'small-icons',
    apply: 'build',
    load: {
      filter: { id: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
      handler: () => `export { createDrawing as default } from ${JSON.stringify(drawing)}`,
    },
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      handler: (code) => ({ code: withoutKeys(code), map: null }),
    },
  }
}
