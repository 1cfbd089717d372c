import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LinkedText } from './linked-text.tsx'

const hrefs = (text: string) =>
  [...renderToString(<LinkedText text={text} />).matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"),
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

test('a bracket belongs to the link when its partner does', () => {
  for (const [text, ...links] of [
    ['(https://a.example/Plan_(2026))', 'https://a.example/Plan_(2026)'],
    ['https://a.example/a_(b_(c))_d, too', 'https://a.example/a_(b_(c))_d'],
    ['https://a.example/(a)(b).', 'https://a.example/(a)(b)'],
    ['https://a.example/?q[0]=(x)&r={y}!', 'https://a.example/?q[0]=(x)&r={y}'],
    ['[see https://a.example/x[1]]', 'https://a.example/x[1]'],
    [
      '[x](https://a.example/x)[y](https://b.example/(y))',
      'https://a.example/x',
      'https://b.example/(y)',
    ],
    ['https://a.example/x(see below', 'https://a.example/x'],
    ['https://a.example/x(a]b)', 'https://a.example/x'],
    ['((https://a.example/x).)', 'https://a.example/x'],
    ['https://a.example/(', 'https://a.example/'],
  ]) {
    expect([text, hrefs(text ?? '')]).toEqual([text, links])
  }
})

test('the punctuation of a sentence ends a link, in every script', () => {
  for (const [text, ...links] of [
    ['请看https://a.example/计划（见附件）。', 'https://a.example/计划'],
    ['（https://a.example/x）', 'https://a.example/x'],
    ['https://a.example/x\u200f.', 'https://a.example/x'],
    ['\u2067https://a.example/x\u2069', 'https://a.example/x'],
    ['https://a.example/x\u202egnp.exe', 'https://a.example/x'],
    ['https://a.example/می\u200cخواهم!', 'https://a.example/می\u200cخواهم'],
    [
      '「https://a.example/x」と、https://b.example/レオナルド・ダ・ヴィンチ。',
      'https://a.example/x',
      'https://b.example/レオナルド・ダ・ヴィンチ',
    ],
    ['【https://a.example/人々】', 'https://a.example/人々'],
    ['https://a.example/x，https://b.example/y！', 'https://a.example/x', 'https://b.example/y'],
    ['https://a.example/x｡ https://b.example/x？', 'https://a.example/x', 'https://b.example/x'],
    ['“https://a.example/x” «https://b.example/y»', 'https://a.example/x', 'https://b.example/y'],
    [
      "'https://a.example/x','https://b.example/Ohm's_law'",
      'https://a.example/x',
      "https://b.example/Ohm's_law",
    ],
    [
      'https://a.example/x—or not… HTTPS://b.example/x?!',
      'https://a.example/x',
      'HTTPS://b.example/x',
    ],
    [
      'https://a.example/x؟ https://b.example/x। https://c.example/a-/',
      'https://a.example/x',
      'https://b.example/x',
      'https://c.example/a-/',
    ],
    ['https:// http://. https://（x）'],
  ]) {
    expect([text, hrefs(text ?? '')]).toEqual([text, links])
  }
})

test('a long text of brackets is read at once', () => {
  const text = `https://a.example/${'([{'.repeat(20_000)}`
  expect(hrefs(text)).toEqual(['https://a.example/'])
  expect(hrefs('https://a.example/('.repeat(2_000))).toHaveLength(2_000)
})
