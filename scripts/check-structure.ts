import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkStructure, type SourceTree } from './structure-rules.ts'

const folders = ['src', 'dev', 'test', 'e2e', 'bench', 'resilience', 'scripts']
const text = /\.(ts|tsx|mjs|js|css|html|md|json|sql)$/

export function readSourceTree(root: string): SourceTree {
  const tree: SourceTree = {}
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith('.config.ts')) read(entry.name)
    if (entry.isDirectory() && folders.includes(entry.name)) walk(entry.name)
  }
  return tree

  function walk(folder: string) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else read(path)
    }
  }

  function read(path: string) {
    tree[path] = text.test(path) ? readFileSync(join(root, path), 'utf8') : ''
  }
}

if (import.meta.main) {
  const tree = readSourceTree(join(import.meta.dirname, '..'))
  const violations = checkStructure(tree)
  for (const { path, line, rule, fix } of violations) {
    console.log(`${path}:${line} ${rule} - ${fix}`)
  }
  const count = Object.keys(tree).length
  if (violations.length === 0) console.log(`The structure is as planned (${count} files).`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
