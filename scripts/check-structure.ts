import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkStructure, type SourceTree } from './structure-rules.ts'

const folders = ['src', 'test', 'e2e', 'bench', 'scripts']
const text = /\.(ts|tsx|mjs|js|css|html|md|json|sql)$/

/** Reads the files that the plan speaks about, below the project root. */
export function readSourceTree(root: string): SourceTree {
  const house: SourceTree = {}
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith('.config.ts')) read(entry.name)
    if (entry.isDirectory() && folders.includes(entry.name)) walk(entry.name)
  }
  return house

  function walk(folder: string) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else read(path)
    }
  }

  function read(path: string) {
    house[path] = text.test(path) ? readFileSync(join(root, path), 'utf8') : ''
  }
}

if (import.meta.main) {
  const house = readSourceTree(join(import.meta.dirname, '..'))
  const breaches = checkStructure(house)
  for (const { path, line, rule, mend } of breaches) {
    console.log(`${path}:${line} ${rule} - ${mend}`)
  }
  const count = Object.keys(house).length
  if (breaches.length === 0) console.log(`The house stands as planned (${count} files).`)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
