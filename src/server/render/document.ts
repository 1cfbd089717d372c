import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import type { ExtractorResultDetailed } from 'purgecss'
import { bootScript, builtBootScript } from './boot-script.ts'

/** Reads a built file by its URL path; undefined when there is none. */
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
/** Router state for the client code; running it while parsing would delay the first paint. */
const routerScript = /<script>(window\.__reactRouterContext\b[\s\S]*?)<\/script>/g

/** Placeholder for a removed script, because hydration expects the same elements. */
const emptyScript = '<script type="application/json"></script>'

/** Link attribute for route discovery, which is needless: the client code knows all routes. */
const needless = / data-discover="true"/g

/** Always kept: the theme class is set by script before the first paint. */
const always = ['dark', 'html', 'body']

const startTag = /<([a-z][\w-]*)((?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*)\s*\/?>/gi
const attribute = /([^\s"'<>/=]+)(?:="([^"]*)")?/g

function namesIn(html: string): ExtractorResultDetailed {
  const [tags, classes, ids] = [new Set<string>(), new Set<string>(), new Set<string>()]
  // Set by the boot script on the pressed element.
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

/** Values, whole or partial, in a sheet's attribute selectors. */
const askedFor = (css: string) =>
  Array.from(css.matchAll(/\[[\w-]+[~|^$*]?=["']?([^"'\]]+)/g), ([, text = '']) => text)

/** Purged styles by their input; editing a page's text does not change them. */
const purgedStyles = new Map<string, Promise<string>>()
const purgedKept = 100

/** Rules this page can use as it stands, including interaction states. */
function usedStyles(html: string, css: string, folder?: URL): Promise<string> {
  const names = namesIn(html.replace(/<script[\s\S]*?<\/script>/g, ''))
  const asked = askedFor(css)
  const values = names.attributes.values.filter((one) => asked.some((text) => one.includes(text)))
  const used = { ...names, attributes: { ...names.attributes, values } }
  const key = createHash('sha256')
    .update(JSON.stringify([used, absentParts(html)]))
    .update(css)
    .digest('base64url')
  const known = purgedStyles.get(key)
  if (known) return known
  const make = async () => withoutNeedless(await purge(used, css), html)
  const making = folder ? fromFile(new URL(`${key}.css`, folder), make) : make()
  if (purgedStyles.size >= purgedKept) purgedStyles.clear()
  purgedStyles.set(key, making)
  making.catch(() => purgedStyles.delete(key))
  return making
}

async function fromFile(file: URL, make: () => Promise<string>): Promise<string> {
  const found = await readFile(file, 'utf8').catch(() => undefined)
  if (found !== undefined) return found
  const made = await make()
  const unfinished = new URL(`${file}.${process.pid}`)
  // Best effort: the folder may be read-only.
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

/**
 * Removes empty rules, rules for absent parts of inputs, and font fallbacks that each page declares
 * itself. The licence notice stays in the full sheet.
 */
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

/** Registered properties count as used when a rule besides their registration names them. */
function withoutUnusedProperties(css: string): string {
  const rules = css.replace(propertyRule, '')
  return css.replace(propertyRule, (rule, name) => (rules.includes(name) ? rule : ''))
}

/** JSON that cannot end its script element. */
function inert(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * Speeds up the first paint: inlines the styles a page uses, and leaves the client code and the
 * full styles to the boot script. Without JavaScript the page is complete as it is.
 *
 * @returns the page, and inline code that its boot script adds later and its policy must allow.
 */
export async function quickToPaint(
  html: string,
  readAsset: ReadAsset,
  purgedFolder?: URL,
): Promise<{ html: string; laterScripts: string[] }> {
  const [module, entry] = moduleScript.exec(html) ?? []
  if (!module || entry === undefined) return { html, laterScripts: [] }
  const styles = [...html.matchAll(styleLink)].map(([, href]) => href ?? '')
  const sheets = await Promise.all(styles.map(readAsset))
  if (sheets.includes(undefined)) return { html, laterScripts: [] }
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
  const boot = `<script type="application/json" id="boot">${inert({ code, styles, preloads })}</script>`
  const starter = (await readAsset(builtBootScript)) ?? bootScript
  const painted = bare
    .replace('</head>', () => `<script>${starter}</script><style>${css}</style></head>`)
    .replace(module, () => boot)
  return { html: painted, laterScripts: [code] }
}
