import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin, transformWithOxc } from 'vite'
import { bootScript } from '../src/server/render/document.ts'

const source = join(import.meta.dirname, '../src/web/boot-script.ts')

/** Emits the script that the server inlines into every page. */
export function shortenBootScript(): Plugin {
  return {
    name: 'shorten-boot-script',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      const typed = await readFile(source, 'utf8')
      const plain = await transformWithOxc(typed, source)
      const { code, errors } = await minify('boot.js', plain.code)
      if (errors.length > 0) throw errors[0]
      this.emitFile({
        type: 'asset',
        fileName: bootScript.slice(1),
        source: code.replace(/;$/, ''),
      })
    },
  }
}
