import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export const gzipSize = (content: string | Buffer) => gzipSync(content, { level: 9 }).length

export function brotliSize(content: string | Buffer): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return brotliCompressSync(content, { params }).length
}

export type Scripts = Map<string, string>

export function readScripts(assets: string): Scripts {
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'))
  return new Map(names.map((name) => [name, readFileSync(join(assets, name), 'utf8')]))
}

/** Removes the content hash: `client-page-SSYPEsnT.js` becomes `client-page`. */
export function plainName(file: string): string {
  return file.replace(/-[\w-]{7,8}\.js$/, '')
}

const staticImport = /\b(?:from|import)\s*["']\.\/([^"']+\.js)["']/g

/** The scripts that must be loaded before these can run, including themselves. */
export function closureOf(scripts: Scripts, files: Iterable<string>): Set<string> {
  const needed = new Set(files)
  for (const file of needed) {
    for (const [, imported] of (scripts.get(file) ?? '').matchAll(staticImport)) {
      if (imported) needed.add(imported)
    }
  }
  return needed
}

/** Files of one plain name and their imports, except those in `loaded`. */
export function loadOf(scripts: Scripts, name: string, loaded: ReadonlySet<string>): string[] {
  const files = [...scripts.keys()].filter((file) => plainName(file) === name)
  if (files.length === 0) throw new Error(`The built site has no script named ${name}.`)
  return [...closureOf(scripts, files)].filter((file) => !loaded.has(file))
}

/** The total size of these scripts in bytes, each compressed by itself. */
export function gzipTotal(scripts: Scripts, files: Iterable<string>): number {
  return [...files].reduce((total, file) => total + gzipSize(scripts.get(file) ?? ''), 0)
}
