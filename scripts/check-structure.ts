import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkDocuments } from './document-paths.ts'
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
  const root = join(import.meta.dirname, '..')
  const tree = readSourceTree(root)
  const documents = globSync(['*.md', 'docs/*.md', 'src/features/*/README.md'], { cwd: root })
  const violations = [
    ...checkStructure(tree),
    ...checkDocuments(
      Object.fromEntries(documents.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
      (path) => globSync(`${path.replace(/\/$/, '')}*`, { cwd: root }).length > 0,
    ),
  ]
  for (const { path, line, rule, fix } of violations) {
    console.log(`${path}:${line} ${rule} - ${fix}`)
  }
  const count = Object.keys(tree).length
  if (violations.length === 0) console.log(`The structure is as planned (${count} files).`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
