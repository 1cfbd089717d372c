import { expect, test } from 'vitest'
import { cleanHtml } from './clean-html.ts'

const picture = 'data:image/png;base64,aGk='
const clean = (html: string) => cleanHtml(html, new Map([['logo@x', picture]]))

/** Each of these would load something, or navigate without a click. */
const trackers = [
  '<iframe src="//spy.test/a"></iframe><frameset><frame src="//spy.test/a"></frameset>',
  '<iframe srcdoc="&lt;img src=//spy.test/a&gt;">',
  '<object data="//spy.test/a"><embed src="//spy.test/a"></object><applet archive="//spy.test/a">',
  '<link rel="dns-prefetch" href="//spy.test"><link rel=stylesheet href="//spy.test/a.css">',
  '<meta http-equiv="refresh" content="0;url=//spy.test/a"><base href="//spy.test/">',
  '<form action="//spy.test/a"><input type="image" src="//spy.test/a"><button formaction="//spy.test/a">x</button></form>',
  '<svg><image href="//spy.test/a"/><use xlink:href="//spy.test/a#b"/><style>@import "//spy.test/a"</style></svg>',
  '<math><mglyph src="//spy.test/a"></math>',
  '<style>@import "//spy.test/a"; p { background: url(//spy.test/a) }</style>',
  '<p style="background:url(//spy.test/a)">x</p><p style="background: u\\72l(//spy.test/a)">x</p>',
  '<p style="background:image-set(&quot;//spy.test/a&quot; 1x);color:red">x</p>',
  '<p style="list-style:url(&quot;//spy.test/a&quot;);--x:url(//spy.test/a)">x</p>',
  '<table background="//spy.test/a"><tr><td background="//spy.test/a">x</td></tr></table>',
  '<img src="//spy.test/a"><img srcset="//spy.test/a 2x"><picture><source srcset="//spy.test/a"></picture>',
  '<img src="data:image/svg+xml,<svg><image href=//spy.test/a /></svg>">',
  '<video src="//spy.test/a" poster="//spy.test/a"></video><audio src="//spy.test/a">',
  '<a href="#" ping="//spy.test/a">x</a><p onclick="fetch(\'//spy.test/a\')">x</p>',
  '<script src="//spy.test/a"></script><noscript><img src="//spy.test/a"></noscript>',
  '<template><img src="//spy.test/a"></template><textarea></textarea><img src=//spy.test/a>',
  '<!--><img src="//spy.test/a">--><![CDATA[<img src="//spy.test/a">]]>',
]

test('nothing of a mail is loaded when it is shown', () => {
  for (const html of trackers) expect(clean(html), html).not.toMatch(/<[^>]*spy\.test/)
  expect(trackers.map(clean).join('')).not.toMatch(
    /<(iframe|frame|object|embed|applet|link|meta|base|form|input|button|svg|math|style|script)/i,
  )
  expect(clean('<a href="javascript:x()">x</a>')).not.toContain('javascript')
})

test('words, tables, colors, links and the pictures of a mail stay', () => {
  const html = `<html><head><title>Not shown</title></head><body><h1 style="color:#c00;margin:0 auto">Grüße &amp; 你好</h1>
    <table width="600" bgcolor="#eee"><tr><td style="font-family:'Arial', sans-serif;padding:4px">1</td></tr></table>
    <a href="https://firm.test/a?b=1&amp;c=2">Look</a><img src="cid:logo@x" alt="Logo"><img src="${picture}"></body></html>`
  const shown = clean(html)
  expect(shown).toContain('<h1 style="color:#c00;margin:0 auto">Grüße &amp; 你好</h1>')
  expect(shown).toContain('<table width="600" bgcolor="#eee">')
  expect(shown).toMatch(/<td style="font-family:'Arial', sans-serif;padding:4px">1<\/td>/)
  expect(shown).toContain(
    '<a href="https://firm.test/a?b=1&amp;c=2" rel="nofollow noopener">Look</a>',
  )
  expect(shown).toContain(`<img src="${picture}" alt="Logo" />`)
  expect(shown.split(picture)).toHaveLength(3)
  expect(shown).not.toContain('Not shown')
})

test('links of a mail vouch for nothing, whatever their sender says', () => {
  for (const html of [
    '<a href="https://firm.test/a" rel="opener">x</a>',
    '<A HREF=https://firm.test/a REL=follow>x</A>',
    '<a href="https://firm.test/a" rel=me rel=tag>x',
  ]) {
    expect(clean(html), html).toBe('<a href="https://firm.test/a" rel="nofollow noopener">x</a>')
  }
})
