import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LinkedText } from './linked-text.tsx'

const hrefs = (text: string) =>
  [...renderToString(<LinkedText text={text} />).matchAll(/href="([^"]*)"/g)].map(
    ([, href]) => href,
  )

test('only web addresses in a message are links, and they cannot reach back', () => {
  expect(hrefs('see https://a.example/x?y=1, or http://b.example.')).toEqual([
    'https://a.example/x?y=1',
    'http://b.example',
  ])
  for (const text of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https:/',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example/x',
    '<a href=javascript:alert(1)>x</a>',
  ]) {
    expect([text, hrefs(text)]).toEqual([text, []])
  }
  const html = renderToString(<LinkedText text={'https://a.example/"onmouseover="alert(1)'} />)
  expect(html).not.toMatch(/<a[^>]*\sonmouseover/)
  expect(html).toContain('rel="noopener noreferrer ugc"')
})

test('markup in a message is text', () => {
  const html = renderToString(<LinkedText text={'<img src=x onerror=alert(1)><svg/onload=x>'} />)
  expect(html).not.toMatch(/<(img|svg)/)
})
