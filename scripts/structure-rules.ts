import { posix } from 'node:path'
import { findImports, lineAt, readSource, type Source } from './scan-source.ts'
import { type Edge, findCircles } from './structure-cycles.ts'
import { featureOf, mayImport, mayImportPackage, partOf } from './structure-plan.ts'

/** Files by path relative to the project root, with forward slashes; the text of each. */
export type SourceTree = Record<string, string>

/** One breach of the plan. `rule` names it, `mend` says what to do; `line` counts from 1. */
export type Violation = { path: string; line: number; rule: string; mend: string }

/** No file is longer: past this a reader loses the thread. */
export const longestFile = 300

/** Past about 12 files a feature is two features; a few more are allowed before the check fails. */
export const fullestFeature = 16

const forbiddenWords = new Set(
  'util utils helper helpers common misc lib libs manager managers handler handlers'.split(' '),
)
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const code = /\.(ts|tsx|mjs)$/
const measured = /\.(ts|tsx|mjs|css)$/
const mayExportDefault =
  /(-page\.tsx|^src\/(root\.tsx|entry\.(server|client)\.tsx|routes\.ts)|\.config\.ts)$/
const mayReadEnvironment =
  /^(src\/main\.ts|src\/server\/config\.ts|(scripts|test|e2e|bench)\/.*|[^/]*\.config\.ts)$/
const mayWriteHtml = 'src/web/inline-json.tsx'

/** Every breach of the plan, in the order of the paths. */
export function checkStructure(house: SourceTree): Violation[] {
  const paths = Object.keys(house).sort()
  const breaches: Violation[] = []
  const edges: Edge[] = []
  for (const path of paths) {
    const text = house[path] ?? ''
    breaches.push(...checkName(path), ...checkLength(path, text))
    if (!code.test(path)) continue
    const source = readSource(text)
    breaches.push(...checkImports(path, source, edges), ...checkWords(path, source))
  }
  breaches.push(...checkFeatureSizes(paths))
  for (const { members, edge, kind } of findCircles(edges.filter(({ to }) => to in house))) {
    const rule = `circle of ${kind}`
    const mend = `${members.join(', ')} import each other: move what they share into one of them, or a third`
    breaches.push({ path: edge.from, line: edge.line, rule, mend })
  }
  return breaches.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line))
}

function checkName(path: string): Violation[] {
  const breaches: Violation[] = []
  const tell = (rule: string, mend: string) => breaches.push({ path, line: 1, rule, mend })
  const segments = path.split('/')
  const name = segments.at(-1) ?? ''
  if (segments.some((segment) => !kebabCase.test(segment))) {
    tell('kebab-case', 'write file and folder names in small letters with hyphens')
  }
  const word = path.split(/[/.-]/).find((part) => forbiddenWords.has(part))
  if (word) tell('forbidden word', `'${word}' says nothing: name the file after what it does`)
  if (/^index\./.test(name)) tell('no index', 'import the file that holds the thing itself')
  if (path.startsWith('src/features/') && segments.length !== 4) {
    tell('flat feature', 'a feature is one flat folder: src/features/<name>/<file>')
  }
  if (/\.[cm]?jsx?$/.test(name) && path.startsWith('src/')) {
    tell('TypeScript only', 'write it in TypeScript')
  }
  if (/^src\/(server|contract)\/.*\.tsx$/.test(path)) {
    tell('no tsx here', 'Node cannot run .tsx: components live in web and features')
  }
  return breaches
}

function checkLength(path: string, text: string): Violation[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (!measured.test(path) || lines <= longestFile) return []
  const mend = `${lines} lines: split it by idea, ${longestFile} is the most`
  return [{ path, line: longestFile + 1, rule: 'too long', mend }]
}

function checkImports(path: string, source: Source, edges: Edge[]): Violation[] {
  const part = partOf(path)
  return findImports(source).flatMap(({ specifier, line }) => {
    if (specifier.includes('+types') || specifier.includes('${')) return []
    if (!specifier.startsWith('.')) {
      if (mayImportPackage(part, specifier)) return []
      const mend = `${part} may not import the package ${specifier}`
      return [{ path, line, rule: 'wrong package', mend }]
    }
    const to = posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''))
    edges.push({ from: path, to, line })
    const target = partOf(to)
    if (mayImport[part].includes(target)) return []
    const mend = `${part} may not import ${target} (${to}); it may import: ${mayImport[part].join(', ')}`
    return [{ path, line, rule: 'wrong floor', mend }]
  })
}

function checkWords(path: string, source: Source): Violation[] {
  const breaches: Violation[] = []
  const find = (text: string, words: RegExp, rule: string, mend: string) => {
    for (const { index } of text.matchAll(words)) {
      breaches.push({ path, line: lineAt(text, index), rule, mend })
    }
  }
  const product = path.startsWith('src/')
  const tested = partOf(path) === 'test'
  if (!mayExportDefault.test(path)) {
    const words = /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/g
    find(
      source.bare,
      words,
      'default export',
      'export it by name; only pages, root and config do not',
    )
  }
  // Strings count too: `{ 'dangerouslySetInnerHTML': … }` and createElement work alike.
  if (product && !tested && path !== mayWriteHtml) {
    const mend = `write text, or use ${mayWriteHtml} for data in a script element`
    find(source.code, /dangerouslySetInnerHTML/g, 'raw HTML', mend)
  }
  if (!tested && !mayReadEnvironment.test(path)) {
    const words = /\bprocess\s*(\?\.|\.)\s*env\b|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/g
    find(
      source.bare,
      words,
      'environment',
      'read it once in src/server/config.ts and pass the value on',
    )
  }
  if (product && path !== 'src/brand.ts') {
    find(source.text, /Counterfoil/g, 'literal brand', 'take the name from src/brand.ts')
  }
  return breaches
}

function checkFeatureSizes(paths: string[]): Violation[] {
  const sizes = new Map<string, number>()
  for (const path of paths) {
    const feature = featureOf(path)
    if (feature && partOf(path) !== 'test') sizes.set(feature, (sizes.get(feature) ?? 0) + 1)
  }
  return [...sizes].flatMap(([feature, size]) => {
    if (size <= fullestFeature) return []
    const mend = `${size} files: it is two features, give it a sibling (${fullestFeature} is the most)`
    return [{ path: `src/features/${feature}`, line: 1, rule: 'full feature', mend }]
  })
}
