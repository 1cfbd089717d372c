import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import type { ExtractorResultDetailed } from 'purgecss'
import { withoutData } from './hydration-data.ts'

/** Built from `src/web/boot-script.ts`. */
export const bootScript = '/assets/boot.js'

export type ReadAsset = (path: string) => Promise<string | undefined>

export function readFrom(root: URL): ReadAsset {
  return async (path) => {
    try {
      return await readFile(new URL(`.${path}`, root), 'utf8')
    } catch {
      return undefined
    }
  }
}

const styleLink = /<link rel="stylesheet" href="([^"]+)"[^>]*\/>/g
const preloadLink = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g
const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/
/** Running it while parsing would delay the first paint. */
const routerScript = /<script>(window\.__reactRouterContext\b[\s\S]*?)<\/script>/g

/** Hydration expects the same elements. */
const emptyScript = '<script type="application/json"></script>'

/** Needless route discovery: the client code has all routes. */
const needless = / data-discover="true"/g

/** Set by script before the first paint. */
const always = ['dark', 'announcement-dismissed', 'html', 'body']

const startTag = /<([a-z][\w-]*)((?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*)\s*\/?>/gi
const attribute = /([^\s"'<>/=]+)(?:="([^"]*)")?/g

function namesIn(html: string): ExtractorResultDetailed {
  const [tags, classes, ids] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const [names, values] = [new Set(['aria-busy']), new Set(['true'])]
  for (const [, tag = '', attributes = ''] of html.matchAll(startTag)) {
    tags.add(tag)
    for (const [, name = '', value = ''] of attributes.matchAll(attribute)) {
      names.add(name.toLowerCase())
      values.add(value)
      if (name === 'id') ids.add(value)
      if (name === 'class') for (const one of value.split(/\s+/)) classes.add(one)
    }
  }
  return {
    attributes: { names: [...names], values: [...values] },
    classes: [...classes],
    ids: [...ids],
    tags: [...tags],
    undetermined: [],
  }
}

const askedFor = (css: string) =>
  Array.from(css.matchAll(/\[[\w-]+[~|^$*]?=["']?([^"'\]]+)/g), ([, text = '']) => text)

const purgedStyles = new Map<string, Promise<string>>()
const mostPurged = 100

/** Includes interaction states. */
function usedStyles(html: string, css: string, folder?: URL): Promise<string> {
  const names = namesIn(html.replace(/<script[\s\S]*?<\/script>/g, ''))
  const asked = askedFor(css)
  const values = names.attributes.values.filter((one) => asked.some((text) => one.includes(text)))
  const used = { ...names, attributes: { ...names.attributes, values } }
  const key = createHash('sha256')
    .update(JSON.stringify([used, absentParts(html)]))
    .update(css)
    .digest('base64url')
  const cached = purgedStyles.get(key)
  if (cached) return cached
  const make = async () => withoutNeedless(await purge(used, css), html)
  const making = folder ? fromFile(new URL(`${key}.css`, folder), make) : make()
  if (purgedStyles.size >= mostPurged) purgedStyles.clear()
  purgedStyles.set(key, making)
  making.catch(() => purgedStyles.delete(key))
  return making
}

async function fromFile(file: URL, make: () => Promise<string>): Promise<string> {
  const found = await readFile(file, 'utf8').catch(() => undefined)
  if (found !== undefined) return found
  const made = await make()
  const unfinished = new URL(`${file}.${process.pid}`)
  // The folder may be read-only.
  await mkdir(new URL('.', file), { recursive: true })
    .then(() => writeFile(unfinished, made))
    .then(() => rename(unfinished, file))
    .catch(() => {})
  return made
}

async function purge(names: ExtractorResultDetailed, css: string): Promise<string> {
  const { PurgeCSS } = await import('purgecss')
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: '', extension: 'html' }],
    css: [{ raw: css }],
    defaultExtractor: () => names,
    safelist: always,
    fontFace: false,
    keyframes: true,
    variables: true,
  })
  return purged ? withoutUnusedProperties(purged.css) : css
}

const partOfTypes: [part: RegExp, types: RegExp][] = [
  [/::-webkit-(date|calendar)[\w-]+/, /type="(date|time|month|week)/],
  [/::-webkit-inner-spin-button/, /type="number"/],
  [/::-webkit-search-[\w-]+/, /type="search"/],
  [/::file-selector-button/, /type="file"/],
]

const absentParts = (html: string) =>
  partOfTypes.filter(([, types]) => !types.test(html)).map(([part]) => part.source)

/** The licence notice stays in the full sheet. */
function withoutNeedless(css: string, html: string): string {
  const absent = absentParts(html)
  const partRule = new RegExp(`(?<=^|[{}])(?:${absent.join('|')})\\{[^{}]*\\}`, 'g')
  const bare = css.replace(/\/\*![^*]*\*\/\s*/g, '')
  return (absent.length > 0 ? bare.replace(partRule, '') : bare)
    .replace(/var\((--face-\w+),[^)]*\)/g, 'var($1)')
    .replace(/(?<=^|[{}])[^{};]+\{\}/g, '')
    .replace(/@supports [^{}]+\{\}/g, '')
}

const propertyRule = /@property (--[\w-]+)\{[^}]*\}/g

function withoutUnusedProperties(css: string): string {
  const rules = css.replace(propertyRule, '')
  return css.replace(propertyRule, (rule, name) => (rules.includes(name) ? rule : ''))
}

/** Cannot end its script element. */
function inert(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * Inlines the styles a page uses, and leaves code and full styles to the boot script.
 * @returns the page, and inline code that its policy must allow as well.
 */
export async function quickToPaint(
  html: string,
  readAsset: ReadAsset,
  purgedFolder?: URL,
): Promise<{ html: string; laterScripts: string[] }> {
  const [module, entry] = moduleScript.exec(html) ?? []
  if (!module || entry === undefined) return { html, laterScripts: [] }
  const styles = [...html.matchAll(styleLink)].map(([, href]) => href ?? '')
  const [starter, ...sheets] = await Promise.all([bootScript, ...styles].map(readAsset))
  if (starter === undefined || sheets.includes(undefined)) return { html, laterScripts: [] }
  const preloads = [...html.matchAll(preloadLink)].map(([, href]) => href ?? '')
  const code = [...Array.from(html.matchAll(routerScript), ([, script]) => script), entry].join(
    '\n',
  )
  const bare = html
    .replace(styleLink, '')
    .replace(preloadLink, '')
    .replace(routerScript, emptyScript)
    .replace(needless, '')
  const css = await usedStyles(bare, sheets.join('\n'), purgedFolder)
  const hydration = withoutData(code) ?? { code }
  const boot = `<script type="application/json" id="boot">${inert({ ...hydration, styles, preloads })}</script>`
  const painted = bare
    .replace('</head>', () => `<script>${starter}</script><style>${css}</style></head>`)
    .replace(module, () => boot)
  return { html: painted, laterScripts: [hydration.code] }
}
