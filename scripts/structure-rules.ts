import { posix } from 'node:path'
import { findImports, lineAt, readSource, type Source } from './scan-source.ts'
import { type Edge, findCycles } from './structure-cycles.ts'
import {
  domainOf,
  domains,
  layerOf,
  mayImport,
  mayImportPackage,
  mayReadBrand,
  partOf,
} from './structure-plan.ts'

/** The text of each file by its path relative to the project root, with forward slashes. */
export type SourceTree = Record<string, string>

/** `rule` names the broken rule, `fix` the remedy; `line` counts from 1. */
export type Violation = { path: string; line: number; rule: string; fix: string }

const maxReadmeLines = 25

const forbiddenWords = new Set(
  'util utils helper helpers common misc lib libs manager managers handler handlers'.split(' '),
)
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const code = /\.(ts|tsx|mjs)$/
const mayExportDefault =
  /(-page\.tsx|^src\/(root\.tsx|entry\.(server|client)\.tsx|routes\.ts)|\.config\.ts)$/
const mayReadEnvironment =
  /^(src\/main\.ts|src\/server\/config\.ts|(scripts|test|e2e|bench)\/.*|[^/]*\.config\.ts)$/
const mayImportMailer = /^src\/server\/mail\//
const mayWriteHtml = 'src/web/inline-json.tsx'

export function checkStructure(tree: SourceTree): Violation[] {
  const paths = Object.keys(tree).sort()
  const violations: Violation[] = []
  const edges: Edge[] = []
  for (const path of paths) {
    const text = tree[path] ?? ''
    violations.push(...checkName(path))
    if (!code.test(path)) continue
    const source = readSource(text)
    violations.push(...checkImports(path, source, edges), ...checkWords(path, source))
  }
  violations.push(...checkReadmes(tree))
  for (const { members, edge } of findCycles(edges.filter(({ to }) => to in tree))) {
    const fix = `${members.join(', ')} import each other: move what they share into a file of its own`
    violations.push({ path: edge.from, line: edge.line, rule: 'import cycle', fix })
  }
  return violations.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line))
}

function checkName(path: string): Violation[] {
  const violations: Violation[] = []
  const report = (rule: string, fix: string) => violations.push({ path, line: 1, rule, fix })
  const segments = path.split('/')
  const name = segments.at(-1) ?? ''
  if (segments.some((segment) => !kebabCase.test(segment) && segment !== 'README.md')) {
    report('kebab-case', 'write file and folder names in lower case with hyphens')
  }
  const word = path.split(/[/.-]/).find((part) => forbiddenWords.has(part))
  if (word) report('forbidden word', `'${word}' says nothing: name the file after what it does`)
  if (/^index\./.test(name)) report('no index', 'import the file that holds the thing itself')
  const isReadme = /^src\/features\/[^/]+\/README\.md$/.test(path)
  if (path.startsWith('src/features/') && segments.length !== 5 && !isReadme) {
    report('two levels', 'a feature file is src/features/<domain>/<part>/<file>')
  }
  const domain = domainOf(path)
  if (domain && !isReadme && !domains.includes(domain)) {
    report('unknown domain', `give ${domain} its place in the order of scripts/structure-plan.ts`)
  }
  if (/\.[cm]?jsx?$/.test(name) && path.startsWith('src/')) {
    report('TypeScript only', 'write it in TypeScript')
  }
  if (/^src\/(server|contract)\/.*\.tsx$/.test(path)) {
    report('no tsx here', 'Node cannot run .tsx: components live in web and features')
  }
  return violations
}

function checkImports(path: string, source: Source, edges: Edge[]): Violation[] {
  const layer = layerOf(path)
  return findImports(source).flatMap(({ specifier, line }) => {
    if (specifier.includes('+types') || specifier.includes('${')) return []
    if (!specifier.startsWith('.')) {
      if (/^nodemailer(\/|$)/.test(specifier) && !mayImportMailer.test(path)) {
        const fix = 'call src/server/mail: all mail goes through it'
        return [{ path, line, rule: 'mail', fix }]
      }
      if (mayImportPackage(layer, specifier)) return []
      const fix = `${layer} may not import the package ${specifier}`
      return [{ path, line, rule: 'wrong package', fix }]
    }
    const to = posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''))
    edges.push({ from: path, to, line })
    const target = layerOf(to)
    if (target === 'brand' && layer !== 'test' && layer !== 'outside') {
      if (mayReadBrand.has(path)) return []
      const fix = 'read the live settings: this file has the defaults of the first start'
      return [{ path, line, rule: 'defaults', fix }]
    }
    if (!mayImport[layer].includes(target)) {
      const allowed = mayImport[layer].join(', ')
      const fix = `${layer} may not import ${target} (${to}); it may import: ${allowed}`
      return [{ path, line, rule: 'wrong layer', fix }]
    }
    const [own, other] = [domainOf(path), domainOf(to)]
    if (layer === 'test' || !own || !other || domains.indexOf(other) <= domains.indexOf(own))
      return []
    const fix = `${own} comes before ${other}: move what they share down, or let ${other} pass it in`
    return [{ path, line, rule: 'wrong domain', fix }]
  })
}

function checkWords(path: string, source: Source): Violation[] {
  const violations: Violation[] = []
  const find = (text: string, words: RegExp, rule: string, fix: string) => {
    for (const { index } of text.matchAll(words)) {
      violations.push({ path, line: lineAt(text, index), rule, fix })
    }
  }
  const product = path.startsWith('src/')
  const tested = layerOf(path) === 'test'
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
    const fix = `write text, or use ${mayWriteHtml} for data in a script element`
    find(source.code, /dangerouslySetInnerHTML/g, 'raw HTML', fix)
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
  return violations
}

function checkReadmes(tree: SourceTree): Violation[] {
  const used = new Set(Object.keys(tree).flatMap((path) => domainOf(path) ?? []))
  return [...used].flatMap((domain) => {
    const path = `src/features/${domain}/README.md`
    const text = tree[path]?.trimEnd()
    const purpose = `say in 1 to ${maxReadmeLines} lines what the domain is for, its parts, where to begin`
    const isShort = text && text.split('\n').length <= maxReadmeLines
    const parts = new Set(Object.keys(tree).flatMap((file) => partOf(file) ?? []))
    const missing = [...parts]
      .filter((part) => part.startsWith(`${domain}/`))
      .map((part) => part.slice(domain.length + 1))
      .filter((part) => !text?.includes(`\`${part}\``))
    return [
      ...(isShort ? [] : [purpose]),
      ...missing.map((part) => `name its part \`${part}\``),
    ].map((fix) => ({ path, line: 1, rule: 'domain README', fix }))
  })
}
