import { expect, test } from 'vitest'
import { googleAddress } from './offered-services.tsx'

test('only an https address at Google becomes a link', () => {
  const good = 'https://docs.google.com/spreadsheets/d/x/edit'
  expect(googleAddress(good)).toBe(good)
  for (const address of [
    'javascript:alert(1)',
    'javascript://docs.google.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//docs.google.com/x',
    'http://docs.google.com/x',
    'https://docs.google.com.evil.example/x',
    'https://evilgoogle.com/x',
    'https://docs.google.com@evil.example/x',
    'https://evil.example/docs.google.com',
    ' ',
    '',
    null,
  ]) {
    expect([address, googleAddress(address)]).toEqual([address, undefined])
  }
})
