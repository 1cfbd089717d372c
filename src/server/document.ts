import { readFile } from 'node:fs/promises'
import { PurgeCSS } from 'purgecss'
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

/** Classes that come without the client code: the theme is set before the first paint. */
const always = ['dark', 'html', 'body']

/** Everything in the HTML that a selector could name: classes as written, and attribute parts. */
function wordsOf(html: string): string[] {
  return [...(html.match(/[^\s"'<>]+/g) ?? []), ...(html.match(/[\w-]+/g) ?? [])]
}

/** The rules that this page can use as it stands; interaction states of what is there included. */
async function usedStyles(html: string, css: string): Promise<string> {
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: html.replace(/<script[\s\S]*?<\/script>/g, ''), extension: 'html' }],
    css: [{ raw: css }],
    defaultExtractor: wordsOf,
    safelist: always,
    fontFace: false,
    keyframes: true,
    variables: true,
  })
  return purged ? withoutUnusedProperties(purged.css) : css
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
  const css = await usedStyles(bare, sheets.join('\n'))
  const boot = `<script type="application/json" id="boot">${inert({ code, styles, preloads })}</script>`
  const starter = (await readAsset(builtBootScript)) ?? bootScript
  const painted = bare
    .replace('</head>', () => `<script>${starter}</script><style>${css}</style></head>`)
    .replace(module, () => boot)
  return { html: painted, laterScripts: [code] }
}
