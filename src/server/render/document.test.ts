import { expect, test } from 'vitest'
import { quickToPaint } from './document.ts'

const css = `@layer base, components;
@layer base { body { margin: 0 } h1:hover { color: red } .dark h1 { color: white } }
@layer components { .used:focus-visible { outline: 1px } .unused { color: blue }
  [aria-pressed="true"] { color: green } .md\\:w-\\[3px\\] { width: 3px } }
@media print { .used { color: black } }`

const html = `<!DOCTYPE html><html><head><link rel="stylesheet" href="/assets/a.css"/></head>
<body><h1 class="used md:w-[3px]" aria-pressed="true">Hi</h1><script>one()</script><script>window.__reactRouterContext = {}</script><link rel="modulepreload" href="/assets/m.js"/>
<script type="module" async="">import "/assets/m.js"; load("</x>")</script><script>window.__reactRouterContext.close("</y>");</script></body></html>`

const withStyles = (styles: string) => async (path: string) =>
  ({ '/assets/a.css': styles, '/assets/boot.js': 'start()' })[path]
const assets = withStyles(css)

test('a page carries the styles it can use and nothing that blocks its painting', async () => {
  const page = await quickToPaint(html, assets)
  for (const part of [
    'h1:hover',
    '.dark h1',
    '.used:focus-visible',
    '@media print',
    'green',
    '3px',
  ]) {
    expect(page.html).toContain(part)
  }
  expect(page.html).not.toContain('.unused')
  expect(page.html).not.toMatch(/<link rel="(stylesheet|modulepreload)"/)
  expect(page.html).not.toContain('type="module"')
  expect(page.html).toContain('<script>one()</script>')
  expect(page.html).toContain('<script>start()</script>')
  expect(page.html).not.toContain('<script>window')
})

test('a selector that asks for a part of an attribute is kept where a page has that part', async () => {
  const parts = 'a[href^="mailto:"]{color:red}a[href*="wiki"]{color:blue}'
  const page = await quickToPaint(
    html.replace('<h1', '<a href="mailto:ada@example.com">Ada</a><h1'),
    withStyles(parts),
  )
  expect(page.html).toContain('mailto:"]')
  expect(page.html).not.toContain('wiki')
})

test('words of the text are no classes, and parts of inputs come with such inputs', async () => {
  const parts = `.unused{color:blue}::-webkit-datetime-edit{padding:0}::file-selector-button{border:0}`
  const sheet = withStyles(`/*! a notice */${parts}.used{color:red}`)
  const page = (body: string) =>
    quickToPaint(
      html.replace('>Hi<', `>unused<`).replace('<script>one', `${body}<script>one`),
      sheet,
    )
  const { html: without } = await page('')
  expect(without).toContain('<style>.used{color:red}</style>')
  const { html: withDate } = await page('<input type="date"/>')
  expect(withDate).toContain('::-webkit-datetime-edit{padding:0}')
  expect(withDate).not.toContain('::file-selector-button')
})

test('links lose the mark that nothing reads', async () => {
  const given = '<a data-discover="true" href="/">Home</a>'
  const page = await quickToPaint(html.replace('<script>one', `${given}<script>one`), assets)
  expect(page.html).toContain('<a href="/">Home</a>')
})

test('deferred code is sent unchanged, with its hash in the policy', async () => {
  const page = await quickToPaint(html, assets)
  const code = [
    'window.__reactRouterContext = {}',
    'window.__reactRouterContext.close("</y>");',
    'import "/assets/m.js"; load("</x>")',
  ].join('\n')
  const [, text = ''] =
    /<script type="application\/json" id="boot">(.*?)<\/script>/.exec(page.html) ?? []
  expect(JSON.parse(text)).toEqual({ code, styles: ['/assets/a.css'], preloads: ['/assets/m.js'] })
  expect(page.laterScripts).toEqual([code])
})

test('a page that cannot be rearranged stays as it was', async () => {
  const plain = '<html><head></head><body>no scripts</body></html>'
  expect(await quickToPaint(plain, assets)).toEqual({ html: plain, laterScripts: [] })
  const missing = await quickToPaint(html, async () => undefined)
  expect(missing).toEqual({ html, laterScripts: [] })
})
