import { minify, type Plugin } from 'vite'
import { bootScript, builtBootScript } from '../src/server/render/boot-script.ts'

export function shortenBootScript(): Plugin {
  return {
    name: 'shorten-boot-script',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      const { code, errors } = await minify('boot.js', bootScript)
      if (errors.length > 0) throw errors[0]
      const source = code.replace(/;$/, '')
      this.emitFile({ type: 'asset', fileName: builtBootScript.slice(1), source })
    },
  }
}
