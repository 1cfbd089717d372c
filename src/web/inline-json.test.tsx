import fc from 'fast-check'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inlineJson, JsonLd } from './inline-json.tsx'

/** The element's content as a browser reads it: up to the first closing tag. */
function contentOf(html: string): string {
  return /^<script type="application\/ld\+json">([\s\S]*?)<\/script/i.exec(html)?.[1] ?? ''
}

test.each([
  '</script><script>alert(1)</script>',
  '</SCRIPT >',
  '<!--<script>',
  '-->',
  ']]>',
  'line\u2028paragraph\u2029end',
  'a & b &amp; "c" \\ \'d\'',
])('%j can stand in a script element and is read back the same', (text) => {
  const data = { name: text, [text]: [text] }
  const json = inlineJson(data)
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual(data)
  const html = renderToString(<JsonLd data={data} />)
  expect(html.match(/<\/?script/gi)).toHaveLength(2)
  expect(JSON.parse(contentOf(html))).toEqual(data)
})

test('no content ends its script element or changes on the way', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const html = renderToString(<JsonLd data={value} />)
      expect(html.match(/<\/?script/gi)).toHaveLength(2)
      expect(JSON.parse(contentOf(html))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
