import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import postcss, { type Rule } from 'postcss'
import type { Violation } from './check-structure.ts'

/** Sheets that only name layers, import others, or declare fonts and utilities. */
const withoutLayer = /^src\/web\/(public|back-office|styles\/(layers|fonts|mono|theme))\.css$/

const special: Record<string, string> = {
  'src/web/styles/base.css': 'reset',
  'src/web/styles/tokens.css': 'tokens',
  'src/web/styles/modes.css': 'modes',
}

function layerOf(path: string): string {
  if (special[path]) return special[path]
  if (path.startsWith('src/web/illustrations/')) return 'illustrations'
  return path.startsWith('src/web/') ? 'ui' : 'features'
}

/**
 * The owner of a sheet: the interface, the illustrations, or a part of a feature. The sheets of an
 * owner share their classes.
 */
function ownerOf(path: string): string {
  const layer = layerOf(path)
  return layer === 'features' ? posix.dirname(path) : layer
}

/** The classes that a selector styles, without those that are only conditions. */
export function subjectsOf(selector: string): string[] {
  const plain = selector.replace(/:(?:not|has)\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]/g, '')
  const last = plain.split(/[\s>+~]+(?![^(]*\))/).at(-1) ?? ''
  return [...last.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)
}

type Use = { path: string; line: number; selector: string; name: string }

function usesOf(path: string, text: string): Use[] {
  const uses: Use[] = []
  postcss.parse(text).walkRules((rule: Rule) => {
    for (const selector of rule.selectors) {
      for (const name of subjectsOf(selector)) {
        uses.push({ path, line: rule.source?.start?.line ?? 1, selector, name })
      }
    }
  })
  return uses
}

/** Checks that every rule is in the layer of its sheet. */
export function checkLayer(path: string, text: string): Violation[] {
  if (withoutLayer.test(path)) return []
  const layer = layerOf(path)
  const outside = postcss
    .parse(text)
    .nodes.filter((node) => node.type !== 'comment')
    .filter(
      (node) =>
        node.type !== 'atrule' ||
        !(node.name === 'import' || (node.name === 'layer' && node.params === layer)),
    )
  return outside.map(({ source }) => ({
    path,
    line: source?.start?.line ?? 1,
    fix: `write it inside @layer ${layer}`,
  }))
}

/** Checks that no class is styled by two owners. The interface takes precedence over features. */
export function checkClasses(sheets: Record<string, string>): Violation[] {
  const all = Object.entries(sheets)
    .filter(([path]) => !withoutLayer.test(path) && layerOf(path) !== 'modes')
    .flatMap(([path, text]) => usesOf(path, text))
  const rank = ({ path, selector, name }: Use) =>
    (layerOf(path) === 'features' ? 2 : 0) + (selector === `.${name}` ? 0 : 1)
  const owners = new Map<string, Use>()
  for (const use of all.toSorted((a, b) => rank(a) - rank(b))) {
    if (!owners.has(use.name)) owners.set(use.name, use)
  }
  return all.flatMap(({ path, line, selector, name }) => {
    const owner = owners.get(name)
    if (!owner || ownerOf(owner.path) === ownerOf(path)) return []
    return [
      {
        path,
        line,
        fix: `${selector} styles .${name} of ${owner.path}: add a class of your own, or set a custom property`,
      },
    ]
  })
}

export function checkStyles(): Violation[] {
  const cwd = join(import.meta.dirname, '..')
  const paths = globSync('src/**/*.css', { cwd })
  const sheets = Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(cwd, path), 'utf8')]),
  )
  return [
    ...Object.entries(sheets).flatMap(([path, text]) => checkLayer(path, text)),
    ...checkClasses(sheets),
  ]
}
