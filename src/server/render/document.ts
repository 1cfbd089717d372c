import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type ExtractorResultDetailed, PurgeCSS } from 'purgecss'
import { bootScript, builtBootScript } from './boot-script.ts'

/** Reads a file of the built site by its URL path; undefined when there is none. */
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
/** What the router hands to the client code; run while parsing it would hold up the first paint. */
const routerScript = /<script>(window\.__reactRouterContext\b[\s\S]*?)<\/script>/g

/** Stands where a script was, because the client code looks for the same elements. */
const emptyScript = '<script type="application/json"></script>'

/** Marks links whose routes the client code would still have to ask for: it knows all of them. */
const needless = / data-discover="true"/g

/** Classes that come without the client code: the theme is set before the first paint. */
const always = ['dark', 'html', 'body']

const startTag = /<([a-z][\w-]*)((?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*)\s*\/?>/gi
const attribute = /([^\s"'<>/=]+)(?:="([^"]*)")?/g

/** Everything in the tags of the HTML that a selector could name; the text between them is none. */
function namesIn(html: string): ExtractorResultDetailed {
  const [tags, classes, ids] = [new Set<string>(), new Set<string>(), new Set<string>()]
  // The boot script marks what was pressed and has to wait for it.
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

/** Texts that the attribute selectors of a sheet ask for, whole or as a part. */
const askedFor = (css: string) =>
  Array.from(css.matchAll(/\[[\w-]+[~|^$*]?=["']?([^"'\]]+)/g), ([, text = '']) => text)

/** Purged styles by what they were made from; a page whose text was edited has the same ones. */
const purgedStyles = new Map<string, Promise<string>>()
const purgedKept = 100

/** The rules that this page can use as it stands; interaction states of what is there included. */
function usedStyles(html: string, css: string): Promise<string> {
  const names = namesIn(html.replace(/<script[\s\S]*?<\/script>/g, ''))
  const asked = askedFor(css)
  const values = names.attributes.values.filter((one) => asked.some((text) => one.includes(text)))
  const used = { ...names, attributes: { ...names.attributes, values } }
  const key = createHash('sha256')
    .update(JSON.stringify([used, absentParts(html)]))
    .update(css)
    .digest('base64')
  const known = purgedStyles.get(key)
  if (known) return known
  const making = purge(used, css).then((rest) => withoutNeedless(rest, html))
  if (purgedStyles.size >= purgedKept) purgedStyles.clear()
  purgedStyles.set(key, making)
  making.catch(() => purgedStyles.delete(key))
  return making
}

async function purge(names: ExtractorResultDetailed, css: string): Promise<string> {
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

/** Parts of inputs that only some types have. */
const partOfTypes: [part: RegExp, types: RegExp][] = [
  [/::-webkit-(date|calendar)[\w-]+/, /type="(date|time|month|week)/],
  [/::-webkit-inner-spin-button/, /type="number"/],
  [/::-webkit-search-[\w-]+/, /type="search"/],
  [/::file-selector-button/, /type="file"/],
]

const absentParts = (html: string) =>
  partOfTypes.filter(([, types]) => !types.test(html)).map(([part]) => part.source)

/**
 * Without rules that say nothing or speak of parts that the page has not, and without a second list of
 * fonts beside the one that each page declares. The notice stays in the full sheet.
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

/** A registered property counts as used when a rule besides its registration names it. */
function withoutUnusedProperties(css: string): string {
  const rules = css.replace(propertyRule, '')
  return css.replace(propertyRule, (rule, name) => (rules.includes(name) ? rule : ''))
}

/** Text in a script element of type JSON that cannot end the element. */
function inert(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * Makes a rendered page quick to paint: the styles it uses are put into it, and the client code and
 * the full styles wait for the boot script. Without JavaScript the page is complete as it is.
 *
 * @returns the page, and inline code that its boot script adds later and its policy must allow.
 */
export async function quickToPaint(
  html: string,
  readAsset: ReadAsset,
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
  const css = await usedStyles(bare, sheets.join('\n'))
  const boot = `<script type="application/json" id="boot">${inert({ code, styles, preloads })}</script>`
  const starter = (await readAsset(builtBootScript)) ?? bootScript
  const painted = bare
    .replace('</head>', () => `<script>${starter}</script><style>${css}</style></head>`)
    .replace(module, () => boot)
  return { html: painted, laterScripts: [code] }
}
